import { fullName } from '@fundus/contract/people/full-name';
import type { User } from '@fundus/contract/accounts/user';

/** What somebody is called on their own pages: their name, or what their teacher calls the learner code they came by. */
export const nameOf = ({ by_code, vorname, name }: Pick<User, 'by_code' | 'vorname' | 'name'>): string =>
  by_code?.label ?? fullName({ vorname, name });
