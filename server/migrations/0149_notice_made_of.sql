-- The messages a notice says, with their values, so that it is read in the language of the page (docs/behaviour/mails.md#notices). Null: as it was written.
alter table notice add column made_of jsonb check (length(made_of::text) <= 24000);
