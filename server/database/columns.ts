import type { ColumnType, Generated } from 'kysely';

export type Time = ColumnType<Date, Date, Date>;

export type Id = Generated<number>;
