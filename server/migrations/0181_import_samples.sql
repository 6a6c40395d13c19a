-- Samples contain codes instead of German names. Samples of earlier runs are removed, because they only show what an import would do.
update import_run set report = jsonb_set(report, '{samples}', '[]') where report ? 'samples';
