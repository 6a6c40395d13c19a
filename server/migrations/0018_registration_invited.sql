-- The invitation somebody registers by: it may vouch for them once the address is confirmed.
alter table account_token add column invitation_id text references invitation (id) on delete set null;
create index account_token_invitation on account_token (invitation_id) where invitation_id is not null;
