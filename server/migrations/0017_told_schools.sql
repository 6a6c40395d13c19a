-- Schools another portal named when the person came last: where they may choose to work (docs/behaviour/accounts.md#identity-providers).
alter table identity add column schools text[] not null default '{}';
