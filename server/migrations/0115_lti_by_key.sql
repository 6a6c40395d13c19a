-- Platforms of LTI 1.1: instead of addresses they have a key (client_id) and a secret, and one deployment without a name.
alter table lti_platform
  add column lti text not null default '1.3' check (lti in ('1.3', '1.1')),
  add column secret_sealed text,
  add check ((lti = '1.1') = (secret_sealed is not null)),
  add check (lti = '1.3' or issuer = '');
