/** Schools another portal names, and what somebody is there, as lines to choose from. */
import type { SchoolRole } from '@fundus/contract/accounts/providers';
import type { Translate } from '../../../i18n/translate.ts';

/** The key of a line: a school may be there as several things. */
export const keyOf = ({ id, role }: Pick<SchoolRole, 'id' | 'role'>): string => (role === null ? id : `${id} ${role}`);

/** The line that fits what is chosen. */
export const findChosen = (items: readonly SchoolRole[], key: string): SchoolRole | undefined => items.find((item) => keyOf(item) === key);

/** What a call is told of it. */
export const asBody = ({ id, role }: SchoolRole) => ({ school_id: id, ...(role !== null && { role }) });

/** Whether what one is there needs to be said: it differs. */
export const rolesDiffer = (items: readonly SchoolRole[]): boolean => items.some(({ role }) => role !== items[0]?.role);

export const roleText = (t: Translate, role: SchoolRole['role']): string => (role === null ? '' : t(`provider.role.${role}`));

export const lineOf = (t: Translate, item: SchoolRole, items: readonly SchoolRole[]): string =>
  rolesDiffer(items) && item.role !== null ? t('provider.schoolAs', { school: item.name, role: roleText(t, item.role) }) : item.name;
