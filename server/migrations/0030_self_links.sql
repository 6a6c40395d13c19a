-- Rows that point to rows of their own table come back from a backup in any order: looked at when all are there.
alter table class alter constraint class_successor_id_fkey deferrable;
alter table school alter constraint school_merged_into_fkey deferrable;
