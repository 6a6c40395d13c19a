-- The search and the cards know which points lend a medium (docs/behaviour/lending.md#from-the-catalogue). Changes are logged at the commit, because
-- the lock of the change log must be the last one of a transaction.
create function log_lent_medium(media text[]) returns void language plpgsql as $$
begin
  media := array_remove(media, null);
  if cardinality(media) = 0 then return; end if;
  perform pg_advisory_xact_lock(4711001);
  insert into media_change (identifier) select distinct unnest(media);
  perform pg_notify('media_change', '');
end $$;

create function device_model_lends() returns trigger language plpgsql as $$
begin
  perform log_lent_medium(array[old.identifier, new.identifier]);
  return null;
end $$;
create constraint trigger device_model_lends_changed after update on device_model deferrable initially deferred for each row
  when (old.identifier is distinct from new.identifier or old.teachers_only <> new.teachers_only or old.point_id <> new.point_id)
  execute function device_model_lends();
create constraint trigger device_model_lends_deleted after delete on device_model deferrable initially deferred for each row
  when (old.identifier is not null) execute function device_model_lends();

create function device_item_lends() returns trigger language plpgsql as $$
begin
  perform log_lent_medium(array(select device_model.identifier from device_model where device_model.id in (old.model_id, new.model_id)));
  return null;
end $$;
create constraint trigger device_item_lends_inserted after insert on device_item deferrable initially deferred for each row
  execute function device_item_lends();
create constraint trigger device_item_lends_updated after update on device_item deferrable initially deferred for each row
  when (old.model_id <> new.model_id or old.not_lendable <> new.not_lendable
    or (old.state in ('lost', 'retired')) <> (new.state in ('lost', 'retired')))
  execute function device_item_lends();
create constraint trigger device_item_lends_deleted after delete on device_item deferrable initially deferred for each row
  execute function device_item_lends();
