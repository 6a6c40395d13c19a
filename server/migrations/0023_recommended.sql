-- The seal of a recommendation is read from the recommendation; `media_item.recommended` is what the record itself says. Until now both stood
-- in that column. A seal an editor set in the record by hand stays.
update media_item set recommended = false
  where media_item.recommended and not 'recommended' = any(media_item.edited)
    and exists (select from recommendation where recommendation.identifier = media_item.identifier);
