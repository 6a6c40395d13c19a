/** Schools and roles reported by an identity provider, as options. */
import type { SchoolRole } from '@fundus/contract/accounts/providers';
import type { Translate } from '../../../i18n/translate.ts';

/** Returns the key of an option. It contains the role, because a user may have several roles at a school. */
export const keyOf = ({ id, role }: Pick<SchoolRole, 'id' | 'role'>): string => (role === null ? id : `${id} ${role}`);

/** Returns the option with the given key. */
export const findChosen = (items: readonly SchoolRole[], key: string): SchoolRole | undefined => items.find((item) => keyOf(item) === key);

/** Returns an option as request body. */
export const toRequestBody = ({ id, role }: SchoolRole) => ({ school_id: id, ...(role !== null && { role }) });

/** Returns whether the options have different roles, so that the roles must be shown. */
export const rolesDiffer = (items: readonly SchoolRole[]): boolean => items.some(({ role }) => role !== items[0]?.role);

export const roleText = (t: Translate, role: SchoolRole['role']): string => (role === null ? '' : t(`provider.role.${role}`));

export const lineOf = (t: Translate, item: SchoolRole, items: readonly SchoolRole[]): string =>
  rolesDiffer(items) && item.role !== null ? t('provider.schoolAs', { school: item.name, role: roleText(t, item.role) }) : item.name;
