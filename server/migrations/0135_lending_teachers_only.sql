-- A model that is lent to teachers alone, whoever else works at the school (docs/behaviour/lending.md#devices).
alter table device_model add column teachers_only boolean not null default false;
