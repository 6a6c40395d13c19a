-- Schools another portal named when the person came last: where they may choose to work (behaviour.md 5.9.5).
alter table identity add column schools text[] not null default '{}';
