import { fullName } from '@fundus/contract/people/full-name';
import type { User } from '@fundus/contract/accounts/user';

/** Returns the display name of a user: the full name, or the label of their learner code. */
export const accountName = ({ by_code, vorname, name }: Pick<User, 'by_code' | 'vorname' | 'name'>): string =>
  by_code?.label ?? fullName({ vorname, name });
