import type { User } from '@fundus/contract/accounts/accounts';

/**
 * The signed-in user, with fields that are sent to the client and fields for authorisation. If `by_code` is set, the user is a learner with a code,
 * and `id` is not the id of a person.
 */
export type SignedIn = User & {
  district_id: string | null;
  capabilities: readonly string[];
  /** Ids of licences with a seat for the user or their school. */
  licences: readonly string[];
  /** Ids of the lending points that lend to the user. */
  lends_at: readonly string[];
  /** Identifiers of the drafts of own material that are shared with the user. Empty if the user was read without a day. */
  given: readonly string[];
  /** Session of the request, or undefined if the user was read independently of a request. */
  session_id?: string;
};
