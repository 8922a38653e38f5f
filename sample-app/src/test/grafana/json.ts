/** What a type looks like in JSON: enums become the texts or numbers that stand for them. */
export type Json<T> = T extends string
  ? `${T}`
  : T extends (infer E)[]
    ? Json<E>[]
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T;
