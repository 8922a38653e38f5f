create table if not exists scheduled_tasks (
  task_name            varchar(100) not null,
  task_instance        varchar(100) not null,
  task_data            mediumblob,
  execution_time       timestamp(6) not null,
  picked               boolean      not null,
  picked_by            varchar(50),
  last_success         timestamp(6) null,
  last_failure         timestamp(6) null,
  consecutive_failures int,
  last_heartbeat       timestamp(6) null,
  version              bigint       not null,
  priority             smallint,
  primary key (task_name, task_instance),
  index scheduled_tasks_execution_time (execution_time),
  index scheduled_tasks_last_heartbeat (last_heartbeat),
  index scheduled_tasks_priority (priority, execution_time)
);
