/** Pure functions that determine the authors of news and their permissions (docs/behaviour/news.md#who-writes). */
import { isAdvancedView, isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import { isOfSchool, newsState, type NewsAudience, type NewsDraft, type NewsStage } from '@fundus/contract/news/news';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Owner and audience of a news item. The owner is either a school or a district. */
export type NewsOwner = { school_id: string | null; school_district: string | null; district_id: string | null; audience: NewsAudience };
export type KnownNews = NewsOwner & {
  stage: NewsStage;
  display_at: Date | null;
  expires_at: Date | null;
  added_by: string | null;
  submitted_by: string | null;
};

const mayWriteNews = (user: SignedIn): boolean => user.capabilities.includes('cap_news');

/** Returns the school for which the user may write news, or `null`. */
export const schoolOf = (user: SignedIn | null): string | null =>
  user !== null && !user.by_code && (isSchoolAdmin(user) || mayWriteNews(user)) ? user.school_id : null;

/** Returns the district for which the user may write news, or `null`. */
export const authorDistrict = (user: SignedIn | null): string | null =>
  user !== null && !user.by_code && (isDistrictAdmin(user) || mayWriteNews(user)) ? user.district_id : null;

/**
 * Returns the district whose schools' news the user may manage, except for news of classes. Returns `null` unless the user is a district
 * administrator.
 */
export const schoolsOf = (user: SignedIn | null): string | null =>
  user !== null && !user.by_code && isDistrictAdmin(user) ? user.district_id : null;

export const mayWrite = (user: SignedIn | null): boolean => schoolOf(user) !== null || authorDistrict(user) !== null;

const same = (a: string | null, b: string | null): boolean => a !== null && a === b;

/** Returns whether the user is an administrator of the news item, who may publish it without review. */
const administrates = (user: SignedIn, news: NewsOwner): boolean =>
  same(schoolsOf(user), news.district_id) ||
  (same(schoolsOf(user), news.school_district) && news.audience !== 'classes') ||
  (isSchoolAdmin(user) && same(schoolOf(user), news.school_id));

/** Returns whether the user may edit the news item and see it in any state. */
export const mayEditNews = (user: SignedIn | null, news: NewsOwner): boolean =>
  user !== null && (administrates(user, news) || same(schoolOf(user), news.school_id) || same(authorDistrict(user), news.district_id));

/** Returns whether to display a link to the editor, which the basic view hides. */
export const showsEditLink = (user: SignedIn | null, news: NewsOwner): boolean => mayEditNews(user, news) && isAdvancedView(user!);

/** Returns the owner of a news item written by the user for the audience, or `null` if the user may not write for it. */
export function ownerFor(user: SignedIn, audience: NewsAudience): Pick<NewsOwner, 'school_id' | 'district_id'> | null {
  const ofSchool = isOfSchool(audience);
  const id = ofSchool ? schoolOf(user) : authorDistrict(user);
  if (id === null) return null;
  return ofSchool ? { school_id: id, district_id: null } : { school_id: null, district_id: id };
}

/** Returns whether the user may publish without another user: any author if reviews are off, otherwise only administrators. */
export const mayPublishAlone = (user: SignedIn, news: NewsOwner, review: boolean): boolean =>
  mayEditNews(user, news) && (!review || administrates(user, news));

/**
 * Returns the allowed actions. If `review` is set, authors who are not administrators submit a news item, and another user publishes it. These
 * authors cannot change published news and can delete only their own drafts.
 */
export function newsPermissions(user: SignedIn, news: KnownNews, review: boolean): NewsDraft['can'] {
  const { stage } = news;
  const edit = mayEditNews(user, news);
  const alone = mayPublishAlone(user, news, review);
  const decides = edit && stage === 'in_review' && (alone || (news.submitted_by !== user.id && news.added_by !== user.id));
  return {
    edit: edit && stage !== 'archived' && (alone || stage !== 'published'),
    submit: edit && !alone && stage === 'draft',
    publish: (alone && stage === 'draft') || decides,
    send_back: decides,
    archive: edit && stage !== 'archived',
    restore: edit && stage === 'archived',
    delete: edit && (stage === 'draft' ? alone || news.added_by === user.id : alone && stage === 'archived'),
  };
}

/** Returns the state of a news item at a given time. */
export const stateAt = ({ stage, display_at, expires_at }: Pick<KnownNews, 'stage' | 'display_at' | 'expires_at'>, now: Date) =>
  newsState({ stage, display_at: display_at ?? now, expires_at }, now);
