-- Tables and columns by the words of the field; constraints and indexes are renamed along, so that a message names what is there.
alter table oidc_visit rename to oidc_request;
alter table sign_in_step rename to pending_sign_in;
alter table own_text rename to text_override;
alter table text_version rename to text_override_version;
alter table media_use_sign rename to media_use_dedup;
alter table media_use_dedup rename column sign to hash;
alter table shared_opened rename column sign to hash;
alter table bookmark rename column place to rank;
alter table person rename column told_dormant_at to dormant_notified_at;
alter table person rename column news_told_at to news_mailed_at;
alter table school rename column told_days to notified_days;
do $$
declare
  names constant text[][] := array[
    ['oidc_visit', 'oidc_request'], ['sign_in_step', 'pending_sign_in'], ['own_text', 'text_override'],
    ['text_version', 'text_override_version'], ['media_use_sign', 'media_use_dedup']
  ];
  pair text[];
  each record;
begin
  foreach pair slice 1 in array names loop
    for each in
      select checks.conname as name from pg_constraint as checks
      where checks.conrelid = pair[2]::regclass and left(checks.conname, length(pair[1]) + 1) = pair[1] || '_'
    loop
      execute format('alter table %I rename constraint %I to %I', pair[2], each.name, pair[2] || substr(each.name, length(pair[1]) + 1));
    end loop;
    for each in
      select classes.relname as name from pg_index as indexes join pg_class as classes on classes.oid = indexes.indexrelid
      where indexes.indrelid = pair[2]::regclass and left(classes.relname, length(pair[1]) + 1) = pair[1] || '_'
    loop
      execute format('alter index %I rename to %I', each.name, pair[2] || substr(each.name, length(pair[1]) + 1));
    end loop;
  end loop;
end $$;
