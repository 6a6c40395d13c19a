-- The token of a sign-in by another portal, sealed, so that signing out there asks nothing again (docs/behaviour/accounts.md#identity-providers).
alter table session add column oidc_token text;
