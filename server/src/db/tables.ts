/** Generated from the migrations by generate-tables.ts. Do not edit. */
import type { Generated, GeneratedAlways, SelectType } from 'kysely';

export type Tables = {
  account_token: {
    hash: string;
    kind: 'register' | 'reset' | 'email';
    person_id: string;
    email: string | null;
    request_id: string | null;
    confirmed_at: Date | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    revoked_at: Date | null;
    invitation_id: string | null;
    challenge: string | null;
  };
  arix_consumer: {
    name: string;
    district_id: string;
    school_id: string | null;
    secret: string;
    created_at: Date;
  };
  arix_ticket: {
    id: string;
    used: Generated<boolean>;
    identifier: string;
    district_id: string | null;
    school_id: string | null;
    expires_at: Date;
  };
  assignment: {
    id: string;
    class_id: string;
    title: string;
    instructions: Generated<string>;
    visible_from: string | null;
    due_at: Date | null;
    attempts: number | null;
    attempt_counts: Generated<'best' | 'last' | 'first'>;
    published_at: Date | null;
    closed_at: Date | null;
    archived: Generated<boolean>;
    list_id: string | null;
    created_by: string | null;
    created_at: Date;
    version: Generated<number>;
    remind_days: Generated<number>;
  };
  assignment_step: {
    id: string;
    assignment_id: string;
    rank: number;
    kind: 'media' | 'sequence' | 'app' | 'book' | 'external' | 'text';
    identifier: string | null;
    title: string;
    start_s: number | null;
    end_s: number | null;
    url: string | null;
    task: Generated<string>;
    completion: 'viewed' | 'score' | 'self_marked' | 'answer_text';
    pass_percent: number | null;
  };
  assignment_target: {
    assignment_id: string;
    group_id: string | null;
    member_id: string | null;
  };
  assignment_work: {
    step_id: string;
    member_id: string;
    watched: Generated<unknown>;
    opened_at: Date | null;
    reported_at: Date | null;
    present_s: Generated<number>;
    started: Generated<boolean>;
    attempts: Generated<number>;
    wrong_in_a_row: Generated<number>;
    score_first: number | null;
    score_last: number | null;
    score_best: number | null;
    answer: Generated<string>;
    completed_at: Date | null;
    late: Generated<boolean>;
    doubt: Generated<boolean>;
    wants_help: Generated<boolean>;
    by_teacher: Generated<boolean>;
    comment: Generated<string>;
    commented_by: string | null;
    units: Generated<unknown>;
    unread_feedback: Generated<boolean>;
  };
  attempt_limit: {
    key: string;
    failures: number;
    first_at: Date;
    last_at: Date;
    blocked_until: Date | null;
    ends_at: Generated<Date>;
  };
  audit_log: {
    id: string;
    at: Date;
    person_id: string | null;
    what: string;
    before: unknown | null;
    after: unknown | null;
    school_id: string | null;
    district_id: string | null;
    subject_id: string | null;
  };
  bookmark: {
    person_id: string;
    identifier: string;
    added_at: Generated<Date>;
    title: Generated<string>;
    note: Generated<string>;
    rank: number | null;
    folder_id: string | null;
  };
  bookmark_folder: {
    id: string;
    person_id: string;
    name: string;
    created_at: Date;
  };
  certificate_notice: {
    fingerprint: string;
    days: number;
    at: Date;
  };
  class: {
    id: string;
    school_id: string;
    name: string;
    kind: 'class' | 'course' | 'group';
    grade: number | null;
    subject: string | null;
    school_year: string;
    needs: Generated<('captions' | 'easy_language' | 'no_sound' | 'audio_description')[]>;
    join_policy: Generated<'closed' | 'code' | 'code_confirm'>;
    join_code: string | null;
    join_code_until: string | null;
    picture_login: Generated<boolean>;
    video_room: string | null;
    external_ref: string | null;
    successor_id: string | null;
    state: Generated<'active' | 'archived' | 'deleted'>;
    state_since: Date;
    created_at: Date;
    version: Generated<number>;
    media_order_version: Generated<number>;
  };
  class_group: {
    id: string;
    class_id: string;
    name: string;
    version: Generated<number>;
  };
  class_group_member: {
    group_id: string;
    member_id: string;
  };
  class_media: {
    id: string;
    class_id: string;
    kind: 'media' | 'app' | 'book';
    identifier: string;
    title: string;
    note: Generated<string>;
    visible_from: string | null;
    visible_until: string | null;
    can_download: Generated<boolean>;
    rank: number;
    shared_by: string | null;
    shared_at: Date;
    excerpt_id: string | null;
    version: Generated<number>;
  };
  class_member: {
    id: string;
    class_id: string;
    person_id: string | null;
    code_id: string | null;
    role: 'owner' | 'teacher' | 'student';
    state: 'active' | 'applied' | 'suspended' | 'declined';
    guest: Generated<boolean>;
    joined_at: Date;
    state_since: Date;
    outside_since: string | null;
    refused_code: string | null;
    results_seen_at: Date | null;
  };
  class_question: {
    id: string;
    class_id: string;
    identifier: string;
    title: string;
    asked_at: Date;
    answer: 'shared' | 'declined' | null;
    reason: 'no_licence' | 'later' | 'not_fitting' | null;
    answered_by: string | null;
    answered_at: Date | null;
  };
  class_question_asker: {
    question_id: string;
    member_id: string;
  };
  code_batch: {
    id: string;
    school_id: string;
    class_id: string | null;
    name: string;
    count: number;
    valid_until: string;
    created_by: string | null;
    created_at: Date;
    printed_at: Date | null;
    sheet_hash: string;
    sheet_sealed: string;
  };
  content_host: {
    host: string;
    added_at: Date;
  };
  damage_report: {
    id: string;
    item_id: string;
    line_id: string | null;
    reported_by: string | null;
    in_time: Generated<boolean>;
    text: string;
    severity: 'cosmetic' | 'limited' | 'unusable';
    state: Generated<'reported' | 'examined' | 'in_repair' | 'repaired' | 'written_off'>;
    liability: Generated<'none' | 'open' | 'settled' | 'waived'>;
    cost_cents: number | null;
    answer: Generated<string>;
    created_at: Date;
    changed_at: Date;
    version: Generated<number>;
  };
  device_item: {
    id: string;
    point_id: string;
    model_id: string;
    code: string;
    serial: Generated<string>;
    shelf: Generated<string>;
    not_lendable: Generated<boolean>;
    next_check_on: string | null;
    note: Generated<string>;
    state: Generated<'available' | 'quarantine' | 'repair' | 'lost' | 'retired'>;
    away_until: string | null;
    bought_on: string | null;
    price_cents: number | null;
    supplier: Generated<string>;
    warranty_until: string | null;
    ends_on: string | null;
    other_code: Generated<string>;
  };
  device_manual: {
    id: string;
    model_id: string;
    title: string;
    mime:
      | 'application/pdf'
      | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      | 'application/vnd.oasis.opendocument.text';
    bytes: number;
    added_at: Date;
  };
  device_model: {
    id: string;
    point_id: string;
    name: string;
    maker: Generated<string>;
    category: string;
    description: Generated<string>;
    parts: Generated<unknown>;
    max_days: number | null;
    buffer_after: number | null;
    identifier: string | null;
    manual: Generated<string>;
    replacement_cents: number | null;
    version: Generated<number>;
    needs_briefing: Generated<boolean>;
    self_service: Generated<boolean>;
    teachers_only: Generated<boolean>;
  };
  device_model_fit: {
    model_id: string;
    fits_id: string;
  };
  device_picture: {
    id: string;
    model_id: string;
    place: number;
    alt: string;
    width: number;
    height: number;
    added_at: Date;
  };
  device_record: {
    id: string;
    item_id: string;
    line_id: string | null;
    kind: 'issue' | 'return' | 'check' | 'repair' | 'release' | 'lose' | 'find' | 'retire';
    result: 'ok' | 'incomplete' | 'damaged' | 'lost' | null;
    parts: Generated<unknown>;
    note: Generated<string>;
    person_id: string | null;
    at: Date;
  };
  district: {
    id: string;
    name: string;
    created_at: Generated<Date>;
    number_pattern: Generated<string>;
  };
  district_checklist: {
    district_id: string;
    skipped: Generated<string[]>;
    hidden_at: Date | null;
  };
  download: {
    person_id: string;
    identifier: string;
    path: string;
    at: Date;
  };
  embedding_space: {
    space: string;
    dimensions: number | null;
    worker: string | null;
    leased_until: Date | null;
  };
  erasure: {
    person_hash: string;
    erased_at: Date;
  };
  excerpt: {
    id: string;
    identifier: string;
    person_id: string;
    start_s: number;
    end_s: number;
    title: string;
    share_code: string | null;
    created_at: Date;
    deleted_at: Date | null;
  };
  excerpt_bookmark: {
    person_id: string;
    excerpt_id: string;
    added_at: Date;
  };
  exported_medium: {
    identifier: string;
    changed_at: Date;
    present: boolean;
    record_version: Date | null;
    sets: string[];
  };
  external_source: {
    id: string;
    district_id: string;
    kind: 'edu_sharing' | 'oersi' | 'mundo' | 'sru' | 'oai_pmh' | 'arix' | 'commons';
    label: string;
    address: string;
    scope: string;
    account: string;
    key_sealed: string | null;
    enabled: boolean;
    teachers_only: boolean;
    advertising: boolean;
    sign_in: boolean;
    rank: number;
    version: Generated<number>;
    changed_at: Date;
    changed_by: string | null;
  };
  first_start: {
    only_one: Generated<boolean>;
    token_hash: string | null;
    token_until: Date | null;
    draft: Generated<unknown>;
    version: Generated<number>;
  };
  history: {
    person_id: string;
    identifier: string;
    position: Generated<number>;
    last_used: Generated<Date>;
  };
  identity: {
    provider: string;
    subject: string;
    person_id: string;
    created_at: Date;
    last_used_at: Date;
    schools: Generated<string[]>;
    unnamed: Generated<('school' | 'role')[]>;
    unnamed_count: Generated<number>;
    unnamed_since: Date | null;
    roles: Generated<unknown>;
    unlisted: Generated<string[]>;
    unlisted_at: Date | null;
  };
  import_item: {
    identifier: string;
    prefix: string;
    district_id: string | null;
    bare: Generated<boolean>;
    seen_by: string | null;
  };
  import_refusal: {
    run_id: string;
    rank: number;
    line: number;
    field: string;
    reason: string;
    value: string;
  };
  import_run: {
    id: string;
    district_id: string;
    source_id: string | null;
    source_name: Generated<string>;
    kind: 'file' | 'harvest';
    file_name: Generated<string>;
    bytes: Generated<number>;
    received: Generated<number>;
    parts: Generated<number>;
    format: Generated<string>;
    headers: Generated<string[]>;
    plan: unknown | null;
    state: 'uploading' | 'waiting' | 'running' | 'looked' | 'done' | 'failed' | 'cancelled';
    look: boolean;
    problem:
      | 'format'
      | 'plan'
      | 'lost'
      | 'unreachable'
      | 'address'
      | 'refused'
      | 'no_oai'
      | 'unknown_format'
      | 'circle'
      | 'bad_reply'
      | 'given_up'
      | 'too_complex'
      | null;
    problem_detail: Generated<string>;
    progress_done: Generated<number>;
    progress_total: Generated<number>;
    report: unknown;
    created_at: Date;
    finished_at: Date | null;
    made_by: string | null;
  };
  import_source: {
    id: string;
    district_id: string;
    name: string;
    prefix: string;
    licence: 'free' | 'none' | 'district';
    same: 'join' | 'apart';
    words: unknown;
    plan: unknown | null;
    address: string | null;
    metadata_prefix: string | null;
    oai_set: Generated<string>;
    schedule: Generated<'off' | 'daily' | 'weekly'>;
    due_at: Date | null;
    since: string | null;
    began: string | null;
    token: string | null;
    version: Generated<number>;
    changed_at: Date;
    changed_by: string | null;
    prune: Generated<boolean>;
    granularity: 'day' | 'second' | null;
    deleted_record: 'no' | 'transient' | 'persistent' | null;
    compression: Generated<string[]>;
    identified_at: Date | null;
    whole_list: string | null;
  };
  index_state: {
    id: Generated<boolean>;
    turned_on: string;
    turning_to: string | null;
    leased_until: Date | null;
    mean_rating: number | null;
    trimmed_to: Generated<number>;
  };
  indexed_use: {
    identifier: string;
    people: number;
  };
  installation: {
    only_one: Generated<boolean>;
    id: string;
    secret_fingerprint: string;
    made_at: Date;
  };
  inventory_scan: {
    inventory_id: string;
    folded: string;
    code: string;
    shelf: Generated<string>;
    key: string | null;
    at: Date;
  };
  invitation: {
    id: string;
    kind: 'personal' | 'link';
    target: 'school' | 'class' | 'district';
    school_id: string | null;
    class_id: string | null;
    role: 'teacher' | 'student' | 'school_admin' | 'staff' | 'district_admin';
    email: string | null;
    vorname: Generated<string>;
    name: Generated<string>;
    allowed_domains: Generated<string[]>;
    own_school_only: Generated<boolean>;
    students_allowed: Generated<boolean>;
    needs_confirmation: Generated<boolean>;
    max_uses: number | null;
    used_count: Generated<number>;
    expires_on: string;
    message: Generated<string>;
    created_by: string | null;
    created_at: Date;
    sent_at: Date | null;
    reminded_at: Date | null;
    revoked_at: Date | null;
    declined_at: Date | null;
    accepted_at: Date | null;
    staff_of: string | null;
    capabilities: Generated<('cap_lending' | 'cap_news' | 'cap_catalogue' | 'cap_licences')[]>;
  };
  invitation_use: {
    invitation_id: string;
    person_id: string;
    state: 'waiting' | 'confirmed' | 'rejected';
    at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    from_school_id: string | null;
  };
  invoice: {
    id: string;
    number: string;
    order_id: string;
    kind: 'invoice' | 'cancellation';
    issued_on: string;
    due_on: string;
    content: unknown;
    paid_on: string | null;
    paid_by: string | null;
  };
  job: {
    id: string;
    kind: string;
    payload: unknown | null;
    state: Generated<'waiting' | 'done' | 'given_up'>;
    attempts: Generated<number>;
    due_at: Date;
    last_error: string | null;
    created_at: Date;
    finished_at: Date | null;
    lost_attempts: Generated<number>;
  };
  kept_answer: {
    person_id: string;
    key_hash: string;
    request_hash: string;
    answer: string;
    at: Date;
  };
  known_device: {
    person_id: string;
    device: string;
    first_at: Date;
    last_at: Date;
  };
  language: {
    code: string;
    enabled: boolean;
    added_at: Date;
  };
  learner_code: {
    id: string;
    school_id: string;
    hash: string;
    sealed: string;
    label: string;
    pictures: string[] | null;
    batch_id: string | null;
    valid_until: string;
    state: 'prepared' | 'issued' | 'in_use' | 'suspended' | 'revoked';
    state_since: Date;
    created_by: string | null;
    created_at: Date;
    first_used_on: string | null;
    last_used_on: string | null;
  };
  legal_version: {
    document: 'operator' | 'imprint' | 'privacy' | 'terms' | 'accessibility';
    language: Generated<string>;
    version: number;
    content: unknown | null;
    author_id: string | null;
    created_at: Date;
  };
  lending_borrower_number: {
    point_id: string;
    number: string;
    person_id: string | null;
    private_id: string | null;
    created_at: Date;
  };
  lending_briefing: {
    id: string;
    model_id: string;
    person_id: string | null;
    given_on: string;
    until_on: string | null;
    given_by: string | null;
    private_id: string | null;
  };
  lending_card: {
    person_id: string;
    hash: string;
    sealed: string;
    made_at: Date;
  };
  lending_favourite: {
    person_id: string;
    model_id: string;
    added_at: Date;
  };
  lending_feed: {
    person_id: string;
    hash: string;
    made_at: Date;
  };
  lending_inventory: {
    id: string;
    point_id: string;
    begun_at: Date;
    finished_at: Date | null;
    report: unknown | null;
    shelf: Generated<string>;
  };
  lending_kiosk: {
    id: string;
    point_id: string;
    name: string;
    code_hash: string | null;
    code_until: Date | null;
    token_hash: string | null;
    created_by: string | null;
    created_at: Date;
    seen_at: Date;
  };
  lending_migrated: {
    line_id: string;
    point_id: string;
    kind: 'loan' | 'reservation';
    key: string;
    paused: Generated<boolean>;
    ladder_from: string | null;
  };
  lending_note: {
    id: string;
    point_id: string;
    person_id: string | null;
    private_id: string | null;
    text: string;
    created_by: string | null;
    created_at: Date;
  };
  lending_open_school: {
    point_id: string;
    school_id: string;
  };
  lending_payment: {
    id: string;
    order_id: string;
    kind: 'paid' | 'repaid' | 'waived';
    cents: number;
    taken_by: string | null;
    taken_at: Date;
  };
  lending_people: {
    point_id: string;
    school_year: string;
    month: string | null;
    model_id: string | null;
    school_id: string | null;
    people: number;
  };
  lending_people_dedup: {
    hash: string;
    ends_on: string;
  };
  lending_photo: {
    id: string;
    item_id: string;
    record_id: string | null;
    damage_id: string | null;
    added_by: string | null;
    mime: string;
    bytes: number;
    width: number;
    height: number;
    added_at: Date;
  };
  lending_point: {
    id: string;
    school_id: string | null;
    district_id: string | null;
    name: string;
    address: Generated<string>;
    email: Generated<string>;
    phone: Generated<string>;
    words: Generated<string>;
    week: unknown;
    closures: Generated<unknown>;
    advance_days: Generated<number>;
    horizon_days: Generated<number>;
    max_days: Generated<number>;
    most_lines: Generated<number>;
    buffer_before: Generated<number>;
    buffer_after: Generated<number>;
    visits_max: number | null;
    pickup_grace: Generated<number>;
    renewals_max: Generated<number>;
    renewal_days: Generated<number>;
    approval: Generated<'manual' | 'auto' | 'auto_if_teacher'>;
    purpose_required: Generated<boolean>;
    terms: Generated<string>;
    terms_version: Generated<number>;
    created_at: Date;
    version: Generated<number>;
    remind_days: Generated<number>;
    overdue_days: Generated<unknown>;
    keep_days: Generated<number>;
    open_to: Generated<'everyone' | 'teachers'>;
    some_schools: Generated<boolean>;
    same_day_turnaround: Generated<boolean>;
    mode: Generated<'days' | 'periods'>;
    max_lessons: Generated<number>;
    max_days_on: Generated<unknown>;
    by_post: Generated<boolean>;
    learners: Generated<boolean>;
    learner_lines: Generated<number>;
    guests: Generated<boolean>;
    private_borrowers: Generated<boolean>;
    private_day_cents: Generated<number>;
    signature: Generated<boolean>;
    unavailable_step: Generated<number | null>;
  };
  lending_proposal: {
    id: string;
    point_id: string;
    proposed_by: string | null;
    version: number;
    fields: unknown;
    note: Generated<string>;
    state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn'>;
    reason: Generated<string>;
    decided_by: string | null;
    created_at: Date;
    decided_at: Date | null;
  };
  lending_scan: {
    key: string;
    point_id: string;
    line_id: string | null;
    answer: unknown | null;
    at: Date;
  };
  lending_signature: {
    line_id: string;
    person_id: string | null;
    name: string;
    path: Generated<string>;
    signed_at: Date;
  };
  lending_suspension: {
    id: string;
    point_id: string;
    person_id: string | null;
    until_on: string | null;
    reason: string;
    automatic: Generated<boolean>;
    created_by: string | null;
    created_at: Date;
    ended_at: Date | null;
    private_id: string | null;
  };
  lending_template: {
    id: string;
    point_id: string;
    name: string;
    words: Generated<string>;
    version: Generated<number>;
  };
  lending_template_model: {
    template_id: string;
    model_id: string;
    quantity: number;
  };
  lending_tour: {
    id: string;
    point_id: string;
    name: string;
    weekday: number;
    version: Generated<number>;
  };
  lending_tour_stop: {
    tour_id: string;
    school_id: string;
    place: number;
  };
  licence: {
    id: Generated<string>;
    identifier: string;
    scope: 'free' | 'district' | 'school' | 'single' | 'volume';
    district_id: string | null;
    school_id: string | null;
    valid_from: string | null;
    valid_to: string | null;
    seats: Generated<number>;
    audience: Generated<'all' | 'teacher' | 'student'>;
    rights: unknown;
    origin: Generated<'record' | 'hand' | 'purchase' | 'trial'>;
    licensor: Generated<string>;
    purchase_ref: Generated<string>;
    runtime: Generated<'unlimited' | 'until_date' | 'days' | 'school_year' | 'publisher_year'>;
    runtime_days: number | null;
    withdrawn_at: Date | null;
    hidden: Generated<boolean>;
    returns_left: number | null;
    warn_below: number | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    taken: Generated<number>;
    in_use: Generated<number>;
    order_id: string | null;
    trial_id: string | null;
    price: number | null;
  };
  licence_alert: {
    licence_id: string;
    kind: 'ends_60' | 'ends_30' | 'ends_7' | 'seats_low' | 'unused';
    about: string;
  };
  licence_bulk: {
    id: string;
    person_id: string;
    at: Date;
    rows: unknown;
    undone_at: Date | null;
  };
  licence_class: {
    id: string;
    licence_id: string;
    class_id: string;
    group_id: string | null;
    assigned_by: string | null;
    assigned_at: Date;
  };
  licence_code: {
    id: string;
    licence_id: string;
    code: string;
    quantity: number;
    redeem_until: string;
    created_by: string | null;
    created_at: Date;
  };
  licence_event: {
    id: string;
    licence_id: string;
    at: Date;
    what: 'given' | 'redeemed' | 'returned' | 'used' | 'changed' | 'hidden' | 'shown' | 'withdrawn';
    count: Generated<number>;
    person_id: string | null;
  };
  licence_package: {
    id: string;
    number: string;
    school_id: string;
    licensor: string;
    source: 'csv' | 'odrl';
    lines: unknown;
    ends_on: string;
    deposited_by: string | null;
    deposited_at: Date;
    picked_up_by: string | null;
    picked_up_at: Date | null;
  };
  licence_seat: {
    id: string;
    licence_id: string;
    code_id: string | null;
    person_id: string | null;
    school_id: string | null;
    taken: number;
    assigned_by: string | null;
    assigned_at: Date;
    first_used_at: Date | null;
    learner_code_id: string | null;
    licence_class_id: string | null;
  };
  licence_setting: {
    school_id: string;
    teachers_take: boolean;
    teachers_assign: Generated<boolean>;
  };
  link_check: {
    identifier: string;
    url: string;
    checked_at: Date;
    problem: 'gone' | 'refused' | 'unreachable' | 'timeout' | 'redirect' | 'address' | null;
    status: number | null;
    failed_from: string | null;
    failed_on: string | null;
  };
  lti_course: {
    id: string;
    class_id: string;
    deployment_id: string | null;
    context: string | null;
    title: Generated<string>;
    code_hash: string | null;
    code_until: Date | null;
    roster_url: Generated<string>;
    roster_read_at: Date | null;
    roster_problem: Generated<string>;
    connected_by: string | null;
    created_at: Date;
  };
  lti_course_member: {
    course_id: string;
    user_id: string;
  };
  lti_deployment: {
    id: string;
    platform_id: string;
    deployment: string;
    school_id: string | null;
    first_seen_at: Date;
  };
  lti_grade: {
    link_id: string;
    user_id: string;
    sent_hash: string | null;
    waiting: Generated<boolean>;
    changes: Generated<number>;
    problem: Generated<string>;
    tries: Generated<number>;
    due_at: Date | null;
  };
  lti_key: {
    kid: string;
    sealed: string;
    public_jwk: unknown;
    signs_from: Date;
    made_at: Date;
  };
  lti_link: {
    id: string;
    course_id: string;
    link: string;
    assignment_id: string;
    lineitem: Generated<string>;
    lineitems: Generated<string>;
  };
  lti_once: {
    key: string;
    expires_at: Date;
  };
  lti_platform: {
    id: string;
    district_id: string;
    name: string;
    product: Generated<string>;
    state: Generated<'active' | 'disabled'>;
    issuer: string;
    client_id: string;
    auth_url: string;
    token_url: Generated<string>;
    jwks_url: string;
    origins: Generated<string[]>;
    dynamic: Generated<boolean>;
    last_visit_on: string | null;
    version: Generated<number>;
    created_by: string | null;
    created_at: Date;
    services: Generated<('grades' | 'roster')[]>;
    lti: Generated<'1.3' | '1.1'>;
    secret_sealed: string | null;
  };
  lti_registration: {
    id: string;
    district_id: string;
    school_id: string;
    token_hash: string;
    created_by: string | null;
    expires_at: Date;
    services: Generated<('grades' | 'roster')[]>;
  };
  lti_user: {
    id: string;
    platform_id: string;
    school_id: string;
    subject_hash: string;
    role: 'L' | 'S';
    last_seen_on: string;
    code_id: string | null;
    subject_sealed: string | null;
  };
  lti_visit: {
    id: string;
    deployment_id: string;
    school_id: string;
    user_id: string | null;
    role: 'L' | 'S';
    target: unknown | null;
    pick: unknown | null;
    code_hash: string | null;
    token_hash: string | null;
    begun_at: Date;
    expires_at: Date;
    context: string | null;
    course: unknown | null;
  };
  media_apart: {
    one: string;
    other: string;
    decided_at: Date;
    decided_by: string | null;
  };
  media_change: {
    seq: GeneratedAlways<number>;
    identifier: string;
    at: Generated<Date>;
  };
  media_draft: {
    identifier: string;
    made_by: string | null;
    created_at: Date;
  };
  media_embedding: {
    identifier: string;
    space: string;
    content_hash: string;
    text_hash: string;
    vector: Uint8Array;
  };
  media_file: {
    id: Generated<string>;
    identifier: string;
    rank: number;
    role: 'main' | 'caption' | 'chapters' | 'transcript' | 'material' | 'poster' | 'audio_description';
    mime: string;
    path: string;
    language: string | null;
    label: string | null;
    bytes: Generated<number>;
    sha256: string | null;
    width: number | null;
    height: number | null;
    name: string | null;
    duration: number | null;
    start: string | null;
    uploaded_at: Date | null;
    sound: boolean | null;
    package: unknown | null;
  };
  media_item: {
    identifier: string;
    fn_nr: string | null;
    fn_titel: string;
    fn_kurztext: Generated<string>;
    fn_text: Generated<string>;
    is_mediathek: Generated<boolean>;
    fn_geb: Generated<string[]>;
    fn_sprache: Generated<string[]>;
    fn_typ: string;
    fn_adressat: Generated<string[]>;
    fn_schlag: Generated<string[]>;
    fn_prodname: Generated<string>;
    year: number | null;
    duration: number | null;
    url: string | null;
    rights_note: string | null;
    set_of: string | null;
    recommended: Generated<boolean>;
    published: string;
    free: Generated<boolean>;
    content_hash: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    edited: Generated<string[]>;
    retired_at: Date | null;
    breaks: unknown | null;
    isbn: string | null;
    ean: string | null;
    doi: string | null;
    merged_into: string | null;
  };
  media_merge: {
    id: string;
    kept: string;
    gone: string;
    merged_at: Date;
    merged_by: string | null;
    filled: Generated<unknown>;
  };
  media_merge_row: {
    merge_id: string;
    table_name: string;
    row_id: string | null;
    person_id: string | null;
    was: string | null;
  };
  media_pair: {
    one: string;
    other: string;
    reason: 'isbn' | 'ean' | 'doi' | 'title';
  };
  media_pair_place: {
    only_one: Generated<boolean>;
    changed_at: Date;
    identifier: string;
  };
  media_report: {
    id: string;
    identifier: string;
    title: string;
    reason: 'content' | 'broken' | 'licence' | 'accessibility' | 'advertising' | 'other';
    text: Generated<string>;
    email: Generated<string>;
    language: string;
    person_id: string | null;
    district_id: string | null;
    source: string;
    state: Generated<'new' | 'checked' | 'fixed' | 'rejected'>;
    answer: Generated<string>;
    handled_by: string | null;
    at: Date;
    changed_at: Date;
  };
  media_sequence: {
    identifier: string;
    rank: number;
    start_s: number;
    end_s: number;
    title: string;
  };
  media_use: {
    school_id: string;
    month: string;
    identifier: string;
    uses: number;
    people: number;
  };
  media_use_class: {
    class_id: string;
    month: string;
    people: number;
  };
  media_use_dedup: {
    hash: string;
    ends_on: string;
  };
  media_use_month: {
    school_id: string;
    month: string;
    people: number;
  };
  media_version: {
    identifier: string;
    version: number;
    at: Date;
    person_id: string | null;
    what: 'before' | 'import' | 'create' | 'edit' | 'bulk' | 'retire' | 'bring_back' | 'undo';
    bulk_id: string | null;
    record: unknown;
  };
  medialist: {
    id: string;
    school_id: string | null;
    district_id: string | null;
    owner_id: string | null;
    title: string;
    description: Generated<string>;
    visibility: 'private' | 'school' | 'editorial';
    subjects: Generated<string[]>;
    grades: Generated<string[]>;
    planned_for: string | null;
    cover: Generated<string>;
    archived: Generated<boolean>;
    deleted_at: Date | null;
    locked_since: Date | null;
    source_list_id: string | null;
    version: Generated<number>;
    content_version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  medialist_item: {
    id: string;
    list_id: string;
    rank: string;
    kind: 'media' | 'sequence' | 'app' | 'book' | 'external' | 'heading' | 'text';
    identifier: string | null;
    title: string;
    start_s: number | null;
    end_s: number | null;
    url: string | null;
    body: Generated<string>;
    note_teacher: Generated<string>;
    note_learner: Generated<string>;
    visible_to_learners: Generated<boolean>;
    version: Generated<number>;
    added_by: string | null;
    added_at: Date;
    removed_at: Date | null;
  };
  medialist_link: {
    id: string;
    list_id: string;
    kind: 'link' | 'substitute';
    name: Generated<string>;
    token_hash: string;
    code_hash: string;
    sealed: string;
    password_hash: string | null;
    valid_until: string;
    open_count: Generated<number>;
    last_opened_on: string | null;
    created_by: string | null;
    created_at: Date;
    revoked_at: Date | null;
  };
  medialist_member: {
    list_id: string;
    person_id: string;
    role: 'viewer' | 'editor';
    added_at: Date;
  };
  medialist_release: {
    id: string;
    list_id: string;
    class_id: string | null;
    group_id: string | null;
    member_id: string | null;
    visible_from: string | null;
    visible_until: string;
    can_download: Generated<boolean>;
    created_by: string | null;
    created_at: Date;
    revoked_at: Date | null;
  };
  news: {
    id: string;
    school_id: string | null;
    district_id: string | null;
    audience: 'public' | 'district' | 'schools' | 'school' | 'classes';
    roles: 'all' | 'teacher' | 'learner';
    category: string | null;
    stage: 'draft' | 'in_review' | 'published' | 'archived';
    display_at: Date | null;
    expires_at: Date | null;
    pinned_until: Date | null;
    notify: 'none' | 'portal' | 'mail';
    mailed_at: Date | null;
    comment: Generated<string>;
    added_by: string | null;
    submitted_by: string | null;
    created_at: Date;
    changed_at: Date;
    updated_at: Date | null;
    version: Generated<number>;
  };
  news_category: {
    slug: string;
    labels: unknown;
    rank: number;
  };
  news_file: {
    id: string;
    news_id: string | null;
    kind: 'picture' | 'attachment';
    name: string;
    mime: string;
    bytes: number;
    width: number | null;
    height: number | null;
    cover: Generated<boolean>;
    rank: number | null;
    added_by: string | null;
    since: Date;
  };
  news_target: {
    news_id: string;
    school_id: string | null;
    class_id: string | null;
  };
  news_text: {
    news_id: string;
    language: string;
    title: string;
    teaser: string;
    body: string;
    cover_alt: string;
  };
  notice: {
    id: string;
    person_id: string | null;
    code_id: string | null;
    template: string;
    title: string;
    body: Generated<string>;
    href: string | null;
    once: string | null;
    created_at: Date;
    read_at: Date | null;
    shown: Generated<boolean>;
    mail_due: Date | null;
    made_of: unknown | null;
  };
  number_counter: {
    district_id: string;
    kind: 'order' | 'invoice';
    year: number;
    last: number;
  };
  oidc_logout: {
    provider: string;
    jti: string;
    at: Date;
  };
  oidc_request: {
    hash: string;
    provider: string;
    browser: string;
    nonce: string;
    verifier: string;
    person_id: string | null;
    claims: unknown | null;
    expires_at: Date;
  };
  own_material: {
    identifier: string;
    school_id: string;
    made_by: string | null;
    created_at: Date;
    given_at: Date | null;
    rights_source: 'own' | 'open' | 'permission' | null;
    rights_licence: string | null;
    rights_from: Generated<string>;
    removed_by: 'maker' | 'school' | null;
    removed_why: Generated<string>;
  };
  own_material_grant: {
    identifier: string;
    class_id: string | null;
    entry_id: string | null;
    shared_id: string | null;
    release_id: string | null;
    item_id: string | null;
    step_id: string | null;
  };
  paused_school: {
    provider: string;
    school_id: string;
    state: 'waiting' | 'confirmed' | 'rejected';
    known: number;
    missing: number;
    since: Date;
    decided_at: Date | null;
  };
  payment: {
    order_id: string;
    page: string;
    address: string;
    state: Generated<'open' | 'paid' | 'failed' | 'returning' | 'returned'>;
    reference: string | null;
    changed_at: Date;
    asked_at: Date | null;
  };
  payment_call: {
    id: string;
    order_id: string;
    kind: 'paid' | 'failed' | 'refunded';
    at: Date;
  };
  pending_sign_in: {
    hash: string;
    person_id: string;
    purpose: 'sign_in' | 'setup';
    stay: Generated<boolean>;
    challenge: string | null;
    secret: string | null;
    created_at: Date;
    expires_at: Date;
    oidc: unknown | null;
  };
  people_list: {
    provider: string;
    asked_at: Date;
    read_at: Date | null;
    error: string | null;
    known: Generated<number>;
    left_school: Generated<number>;
    ended: Generated<number>;
  };
  person: {
    id: string;
    email: string | null;
    username: string | null;
    password_hash: string | null;
    vorname: Generated<string>;
    name: Generated<string>;
    role: Generated<'L' | 'P' | 'S' | ''>;
    school_admin: Generated<'0' | '1' | '2'>;
    district_admin: Generated<'0' | '1'>;
    capabilities: Generated<('cap_lending' | 'cap_news' | 'cap_catalogue' | 'cap_licences')[]>;
    school_id: string | null;
    district_id: string | null;
    locale: string | null;
    state: Generated<
      'pending_email' | 'pending_approval' | 'declined' | 'active' | 'blocked' | 'dormant' | 'deletion_pending' | 'erasure_pending'
    >;
    created_at: Generated<Date>;
    state_since: Generated<Date>;
    state_reason: Generated<string>;
    salutation: Generated<'' | 'ms' | 'mr' | 'mx'>;
    borrower_code: string | null;
    school_wish: Generated<string>;
    terms_version: Generated<string>;
    last_sign_in_at: Date | null;
    demo: Generated<boolean>;
    version: Generated<number>;
    muted: Generated<string[]>;
    reminded: Generated<number>;
    dormant_notified_at: Date | null;
    sort_name: string | null;
    sort_vorname: string | null;
    report_month: string | null;
    year_end_month: string | null;
    last_seen_news_at: Date | null;
    news_mailed_at: Date | null;
    blocked_before: Generated<boolean>;
    class_requests_at: Date | null;
    mail_daily: Generated<string[]>;
    portal_off: Generated<string[]>;
    erasure_kept_at: Date | null;
  };
  policy_list: {
    provider: string;
    asked_at: Date;
    read_at: Date | null;
    error: string | null;
    created: Generated<number>;
    here: Generated<number>;
    left_out: Generated<number>;
  };
  private_borrower: {
    id: string;
    point_id: string;
    name: string;
    address: Generated<string>;
    email: Generated<string>;
    phone: Generated<string>;
    id_checked_at: Date | null;
    id_checked_by: string | null;
    created_by: string | null;
    created_at: Date;
    version: Generated<number>;
    note: Generated<string>;
  };
  product: {
    id: string;
    district_id: string;
    number: string;
    kind: 'media' | 'app' | 'book' | 'package';
    state: Generated<'draft' | 'active' | 'retired'>;
    title: string;
    publisher: string;
    about: Generated<string>;
    description: Generated<string>;
    sample: Generated<string>;
    requirements: Generated<string>;
    data_note: Generated<string>;
    subjects: Generated<string[]>;
    grade_from: number | null;
    grade_to: number | null;
    trial: Generated<boolean>;
    created_at: Date;
    changed_at: Date;
    version: Generated<number>;
    trial_at_once: Generated<boolean>;
    words: string | null;
  };
  product_medium: {
    product_id: string;
    identifier: string;
    rank: number;
  };
  product_offer: {
    id: string;
    product_id: string;
    rank: number;
    scope: 'single' | 'volume' | 'group' | 'school' | 'district';
    seats: Generated<number>;
    runtime: 'unlimited' | 'until_date' | 'days' | 'school_year';
    runtime_days: number | null;
    runtime_until: string | null;
    audience: Generated<'all' | 'teacher' | 'student'>;
    price: number;
    vat: number;
    sale_from: string | null;
    sale_to: string | null;
    min_quantity: Generated<number>;
    max_quantity: number | null;
  };
  product_trial: {
    id: string;
    product_id: string;
    person_id: string;
    school_id: string;
    state: 'asked' | 'declined' | 'running';
    note: Generated<string>;
    reason: Generated<string>;
    asked_at: Date;
    decided_by: string | null;
    starts_on: string | null;
    ends_on: string | null;
    question_at: Date | null;
  };
  purchase_event: {
    id: string;
    order_id: string;
    at: Date;
    event: 'ask' | 'approve' | 'decline' | 'undo' | 'buy' | 'pay' | 'cancel' | 'expire' | 'fulfil' | 'withdraw' | 'refund';
    to_state: string;
    person_id: string | null;
  };
  purchase_line: {
    id: string;
    order_id: string;
    product_id: string | null;
    offer_id: string | null;
    number: string;
    title: string;
    publisher: string;
    media: string[];
    scope: 'single' | 'volume' | 'group' | 'school' | 'district';
    seats: number;
    runtime: 'unlimited' | 'until_date' | 'days' | 'school_year';
    runtime_days: number | null;
    runtime_until: string | null;
    audience: 'all' | 'teacher' | 'student';
    quantity: number;
    price: number;
    vat: number;
  };
  purchase_order: {
    id: string;
    number: string | null;
    district_id: string;
    school_id: string | null;
    buyer_id: string | null;
    approved_by: string | null;
    state: 'draft' | 'waiting_approval' | 'declined' | 'pending_payment' | 'cancelled' | 'expired' | 'confirmed' | 'fulfilled' | 'refunded';
    note: Generated<string>;
    reason: Generated<string>;
    withdrawal: Generated<string>;
    cost_centre: Generated<string>;
    invoice_to: Generated<unknown>;
    net: Generated<number>;
    vat: Generated<number>;
    gross: Generated<number>;
    terms_version: number | null;
    created_at: Date;
    ordered_at: Date | null;
    changed_at: Date;
    pays: Generated<'invoice' | 'online'>;
    codes: Generated<boolean>;
  };
  push_subscription: {
    id: string;
    person_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    device: Generated<string>;
    created_at: Date;
  };
  recommendation: {
    identifier: string;
    text: string;
    curriculum: Generated<string>;
    lessons: Generated<string>;
    valid_until: string | null;
    person_id: string | null;
    at: Date;
  };
  recovery_code: {
    person_id: string;
    hash: string;
  };
  removed_file: {
    id: string;
    identifier: string;
    path: string;
    file: unknown;
    removed_by: string | null;
    removed_at: Date;
    emptied: Generated<boolean>;
  };
  rental_line: {
    id: string;
    order_id: string;
    model_id: string;
    item_id: string | null;
    start_on: string;
    end_on: string;
    busy_from: string | null;
    busy_until: string | null;
    state:
      | 'in_cart'
      | 'requested'
      | 'approved'
      | 'ready'
      | 'on_loan'
      | 'returned'
      | 'lost'
      | 'rejected'
      | 'cancelled'
      | 'expired'
      | 'not_collected';
    collect_until: string | null;
    renewals: Generated<number>;
    handed_at: Date | null;
    over_at: Date | null;
    result: 'ok' | 'incomplete' | 'damaged' | 'lost' | null;
    note: Generated<string>;
    received_by: Generated<string>;
    notified_state: 'ready' | 'not_collected' | 'expired' | null;
    reminded_of: string | null;
    reminded_on: string | null;
    overdue_level: Generated<number>;
    overdue_reminded_on: string | null;
    displaced: Generated<boolean>;
    courier: 'out' | 'brought' | 'fetched' | null;
    courier_on: string | null;
    first_lesson: number | null;
    last_lesson: number | null;
    agree_until: string | null;
    bring_on: string | null;
    fetch_on: string | null;
    pickup_on: string | null;
    agreed_end_on: string | null;
    unkept: Generated<boolean>;
  };
  rental_order: {
    id: string;
    number: string;
    point_id: string;
    person_id: string | null;
    school_id: string | null;
    title: Generated<string>;
    purpose: Generated<string>;
    contact: Generated<string>;
    reason: Generated<string>;
    submitted_at: Date | null;
    hold_until: Date | null;
    extended: Generated<boolean>;
    created_at: Date;
    offered: Generated<boolean>;
    walk_up: Generated<boolean>;
    delivery: Generated<'pickup' | 'courier' | 'post'>;
    responsible_id: string | null;
    asked_at: Date | null;
    agreed_at: Date | null;
    private_id: string | null;
    day_cents: number | null;
  };
  rental_wait: {
    id: string;
    model_id: string;
    person_id: string;
    school_id: string | null;
    quantity: number;
    earliest: string;
    latest: string;
    days: number | null;
    state: Generated<'waiting' | 'offered' | 'accepted' | 'declined' | 'lapsed' | 'cancelled'>;
    order_id: string | null;
    offered_until: Date | null;
    created_at: Date;
    over_at: Date | null;
  };
  review: {
    id: string;
    identifier: string;
    person_id: string;
    stars: number;
    correct: number | null;
    fitting: number | null;
    technical: number | null;
    material: number | null;
    subject: Generated<string>;
    grade: Generated<string>;
    text: Generated<string>;
    tips: Generated<string>;
    initials: Generated<boolean>;
    state: 'draft' | 'published' | 'flagged' | 'hidden';
    cleared_at: Date | null;
    created_at: Date;
    changed_at: Date;
  };
  review_flag: {
    review_id: string;
    person_id: string;
    at: Date;
  };
  review_hold: {
    identifier: string;
    person_id: string;
    at: Date;
  };
  review_words: {
    district_id: string;
    added: string[];
    removed: string[];
    version: number;
    changed_at: Date;
    changed_by: string | null;
  };
  routine: {
    name: string;
    leased_until: Date | null;
    due_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    error: string | null;
    lost_attempts: Generated<number>;
  };
  saved_search: {
    id: string;
    person_id: string;
    name: string;
    scope: 'search' | 'catalogue';
    query: string;
    alert: Generated<'off' | 'weekly' | 'daily'>;
    last_run: Date;
    seen_at: Date;
    created_at: Date;
  };
  school: {
    id: string;
    district_id: string;
    name: string;
    number: string;
    street: Generated<string>;
    postcode: Generated<string>;
    city: Generated<string>;
    created_at: Generated<Date>;
    kind: Generated<string>;
    email: Generated<string>;
    phone: Generated<string>;
    website: Generated<string>;
    state: Generated<'active' | 'suspended' | 'closing' | 'closed'>;
    state_since: Generated<Date>;
    state_reason: Generated<string>;
    closes_on: string | null;
    settings: Generated<unknown>;
    version: Generated<number>;
    logo: string | null;
    logo_mime: 'image/svg+xml' | 'image/png' | null;
    merged_into: string | null;
    notified_days: number | null;
    sort_name: string | null;
    sort_city: string | null;
    words: string | null;
  };
  school_budget: {
    school_id: string;
    year: number;
    cents: number;
  };
  school_feed: {
    person_id: string;
    school_id: string | null;
    district_id: string | null;
    hash: string;
    made_at: Date;
  };
  school_holiday: {
    land: 'BW' | 'BY' | 'BE' | 'BB' | 'HB' | 'HH' | 'HE' | 'MV' | 'NI' | 'NW' | 'RP' | 'SL' | 'SN' | 'ST' | 'SH' | 'TH';
    school_year: string;
    starts_on: string;
    ends_on: string;
    name: string;
    source: string;
    url: string;
    checked_on: string;
  };
  search_miss: {
    school_id: string;
    month: string;
    hash: string;
    people: number;
    words: string | null;
  };
  second_factor: {
    id: string;
    person_id: string;
    kind: 'totp' | 'passkey';
    name: Generated<string>;
    secret: string | null;
    last_step: Generated<number>;
    credential_id: string | null;
    public_key: string | null;
    counter: Generated<number>;
    transports: Generated<string[]>;
    created_at: Date;
    last_used_at: Date | null;
  };
  seller: {
    district_id: string;
    prefix: string;
    name: string;
    street: string;
    postcode: string;
    city: string;
    contact: string;
    email: string;
    phone: string;
    vat_id: Generated<string>;
    tax_number: Generated<string>;
    iban: string;
    bic: Generated<string>;
    payment_days: Generated<number>;
    terms: Generated<string>;
    terms_version: Generated<number>;
    version: Generated<number>;
    exemption: Generated<string>;
  };
  session: {
    id_hash: string;
    person_id: string | null;
    stay: Generated<boolean>;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
    id: Generated<string>;
    device: Generated<string>;
    oidc_provider: string | null;
    oidc_subject: string | null;
    oidc_sid: string | null;
    code_id: string | null;
    link_id: string | null;
    oidc_token: string | null;
  };
  shared_medium: {
    id: string;
    school_id: string;
    person_id: string;
    kind: 'media' | 'app' | 'book';
    identifier: string;
    title: string;
    to_school: boolean;
    message: string;
    visible_from: string | null;
    visible_until: string;
    shared_at: Date;
    revoked_at: Date | null;
    excerpt_id: string | null;
  };
  shared_opened: {
    shared_id: string;
    hash: string;
  };
  shared_receiver: {
    shared_id: string;
    person_id: string;
    opened: Generated<boolean>;
    archived: Generated<boolean>;
  };
  shelf_setting: {
    person_id: string;
    keep_history: boolean;
  };
  source_check: {
    source_id: string;
    checked_at: Date;
    problem: 'address' | 'unreachable' | 'timeout' | 'redirect' | 'too_large' | 'refused' | 'bad_reply' | null;
    status: number | null;
    failing_since: Date | null;
  };
  sweep_clock: {
    id: Generated<number>;
    trusted_at: Date;
    doubted_since: Date | null;
    seen_at: Date | null;
  };
  synonym_group: {
    id: string;
    words: string[];
    key: string;
    changed_at: Date;
    changed_by: string | null;
  };
  text_override: {
    locale: string;
    key: string;
    text: string | null;
    base: string | null;
    version: number;
    changed_at: Date;
    changed_by: string | null;
  };
  text_override_version: {
    locale: string;
    version: number;
    messages: unknown;
    published_at: Date;
    published_by: string | null;
  };
  theme_picture: {
    file: string;
    mime: 'image/svg+xml' | 'image/png';
    bytes: number;
    width: number;
    height: number;
    added_at: Date;
    added_by: string | null;
  };
  theme_version: {
    id: string;
    state: 'published' | 'draft' | 'archive';
    version: number;
    settings: unknown;
    changed_at: Date;
    changed_by: string | null;
    published_at: Date | null;
  };
  thesaurus_term: {
    term: string;
    preferred: string;
    loaded_at: Date;
  };
  upload: {
    id: string;
    identifier: string;
    person_id: string;
    role: 'main' | 'caption' | 'chapters' | 'transcript' | 'material' | 'poster' | 'audio_description';
    name: string;
    language: string | null;
    label: string | null;
    bytes: number;
    sha256: string | null;
    state: Generated<'receiving' | 'checking' | 'asking' | 'converting' | 'done' | 'refused'>;
    problem: unknown | null;
    file_id: string | null;
    created_at: Date;
    changed_at: Date;
    path: string | null;
    encoding: string | null;
    convert: boolean | null;
    converted: number | null;
  };
  wish: {
    id: string;
    identifier: string;
    title: string;
    person_id: string;
    school_id: string | null;
    note: Generated<string>;
    state: Generated<'open' | 'examined' | 'planned' | 'ordered' | 'declined'>;
    answer: Generated<string>;
    decided_by: string | null;
    at: Date;
    changed_at: Date;
    order_id: string | null;
    state_before: 'open' | 'examined' | 'planned' | null;
    answer_before: Generated<string>;
  };
  withheld_district: {
    district_id: string;
  };
  year_change: {
    id: string;
    school_id: string;
    school_year: string;
    settings: unknown;
    version: Generated<number>;
    started_by: string | null;
    started_at: Date;
    finished_by: string | null;
    finished_at: Date | null;
    report: unknown | null;
  };
  year_change_class: {
    change_id: string;
    class_id: string;
    choice: 'carry' | 'archive' | 'leave';
    name: string;
    grade: number | null;
    successor_id: string | null;
  };
  year_change_step: {
    change_id: string;
    step: 'classes' | 'groups' | 'codes' | 'contents' | 'cards';
    done_by: string | null;
    done_at: Date;
    counts: unknown;
    undo: unknown;
  };
};

/** Type of a column when selected. */
export type ValueOf<T extends keyof Tables, C extends keyof Tables[T]> = SelectType<Tables[T][C]>;
