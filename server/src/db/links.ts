/** Made from the migrations by generate-tables.ts; not edited by hand. */

/**
 * The columns that lead to people, to schools, and to who is in a class, with what the database does when these are deleted: `row` deletes the row, `column` empties
 * the column, `code` hinders it until the code has seen to it.
 */
export type Links = {
  person: {
    account_token: { person_id: 'row' };
    assignment: { created_by: 'column' };
    assignment_work: { commented_by: 'column' };
    audit_log: { person_id: 'column'; subject_id: 'column' };
    bookmark: { person_id: 'row' };
    class_media: { shared_by: 'column' };
    class_member: { person_id: 'row' };
    class_question: { answered_by: 'column' };
    code_batch: { created_by: 'column' };
    damage_report: { reported_by: 'column' };
    device_record: { person_id: 'column' };
    download: { person_id: 'row' };
    excerpt: { person_id: 'row' };
    excerpt_bookmark: { person_id: 'row' };
    history: { person_id: 'row' };
    identity: { person_id: 'row' };
    invitation: { created_by: 'column' };
    invitation_use: { decided_by: 'column'; person_id: 'row' };
    known_device: { person_id: 'row' };
    learner_code: { created_by: 'column' };
    legal_version: { author_id: 'column' };
    lending_feed: { person_id: 'row' };
    lending_photo: { added_by: 'column' };
    lending_suspension: { created_by: 'column'; person_id: 'row' };
    licence_class: { assigned_by: 'column' };
    licence_code: { created_by: 'column' };
    licence_event: { person_id: 'column' };
    licence_package: { deposited_by: 'column'; picked_up_by: 'column' };
    licence_seat: { assigned_by: 'column'; person_id: 'row' };
    media_draft: { made_by: 'column' };
    media_report: { handled_by: 'column'; person_id: 'column' };
    media_version: { person_id: 'column' };
    medialist: { owner_id: 'column' };
    medialist_item: { added_by: 'column' };
    medialist_link: { created_by: 'column' };
    medialist_member: { person_id: 'row' };
    medialist_release: { created_by: 'column' };
    news: { added_by: 'column'; submitted_by: 'column' };
    news_file: { added_by: 'column' };
    oidc_request: { person_id: 'row' };
    own_material: { made_by: 'column' };
    pending_sign_in: { person_id: 'row' };
    recommendation: { person_id: 'column' };
    recovery_code: { person_id: 'row' };
    removed_file: { removed_by: 'column' };
    rental_order: { person_id: 'column' };
    rental_wait: { person_id: 'row' };
    review: { person_id: 'row' };
    review_flag: { person_id: 'row' };
    review_hold: { person_id: 'row' };
    review_words: { changed_by: 'column' };
    saved_search: { person_id: 'row' };
    second_factor: { person_id: 'row' };
    session: { person_id: 'row' };
    shared_medium: { person_id: 'row' };
    shared_receiver: { person_id: 'row' };
    shelf_setting: { person_id: 'row' };
    synonym_group: { changed_by: 'column' };
    text_override: { changed_by: 'column' };
    text_override_version: { published_by: 'column' };
    theme_picture: { added_by: 'column' };
    theme_version: { changed_by: 'column' };
    upload: { person_id: 'row' };
    wish: { decided_by: 'column'; person_id: 'row' };
    year_change: { finished_by: 'column'; started_by: 'column' };
    year_change_step: { done_by: 'column' };
  };
  school: {
    audit_log: { school_id: 'column' };
    class: { school_id: 'row' };
    code_batch: { school_id: 'row' };
    invitation: { school_id: 'row' };
    invitation_use: { from_school_id: 'column' };
    learner_code: { school_id: 'row' };
    lending_point: { school_id: 'row' };
    licence: { school_id: 'code' };
    licence_package: { school_id: 'row' };
    licence_seat: { school_id: 'row' };
    licence_setting: { school_id: 'row' };
    media_use: { school_id: 'row' };
    media_use_month: { school_id: 'row' };
    medialist: { school_id: 'row' };
    news: { school_id: 'row' };
    news_target: { school_id: 'row' };
    own_material: { school_id: 'code' };
    person: { school_id: 'code' };
    rental_order: { school_id: 'column' };
    rental_wait: { school_id: 'column' };
    school: { merged_into: 'column' };
    shared_medium: { school_id: 'row' };
    wish: { school_id: 'row' };
    year_change: { school_id: 'row' };
  };
  class_member: {
    assignment_target: { member_id: 'row' };
    assignment_work: { member_id: 'row' };
    class_group_member: { member_id: 'row' };
    class_question_asker: { member_id: 'row' };
    medialist_release: { member_id: 'row' };
  };
};
