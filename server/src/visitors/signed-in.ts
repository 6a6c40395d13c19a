import type { User } from '@fundus/contract/accounts/accounts';

/** The person as the rules know them: what travels to the client, and what decides. With `by_code` it is a learner code, and `id` no person's. */
export type SignedIn = User & {
  district_id: string | null;
  capabilities: readonly string[];
  /** Licences in which the person, or the person's school, was given a seat. */
  licences: readonly string[];
  /** The session of this request; absent for a person who is only read. */
  session_id?: string;
};
