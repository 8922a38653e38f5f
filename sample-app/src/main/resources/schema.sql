create table if not exists orders (
  id     uuid primary key,
  item   varchar(200)   not null,
  amount decimal(10, 2) not null,
  charge varchar(100)   not null
);
