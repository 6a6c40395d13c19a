-- What another portal says somebody is at each school it names: {"school": ["L", "S"]} (docs/behaviour/accounts.md#identity-providers).
alter table identity add column roles jsonb not null default '{}';
