import type { User } from '@fundus/contract/accounts/accounts';

/**
 * The signed-in user: the fields sent to the client and those that decide. With `by_code` it is a learner code, and `id` is not that of a
 * person.
 */
export type SignedIn = User & {
  district_id: string | null;
  capabilities: readonly string[];
  /** Licences with a seat for the person or the person's school. */
  licences: readonly string[];
  /** Drafts of own material given to the person or code, by identifier; empty if the person was read without a day. */
  given: readonly string[];
  /** Session of this request; undefined for a person who was only read. */
  session_id?: string;
};
