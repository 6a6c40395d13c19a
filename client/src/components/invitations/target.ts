/** Targets of invitations and the reads to invalidate. */
import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import { invitations } from '@fundus/contract/invitations/invitations';
import type { MessageKey } from '@fundus/contract/messages';
import { t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

/** Target of an invitation: a school, a class, or the staff of the user's own district. */
export type InvitationTarget = { name: string } & ({ school: string } | { class_id: string } | { target: 'district' });

/** Returns the kind of a target, which determines fields and texts. */
export const kindOfTarget = (target: InvitationTarget) => ('class_id' in target ? 'class' : 'target' in target ? 'district' : 'school');
export type TargetKind = ReturnType<typeof kindOfTarget>;

/** Returns the query parameters of a target. */
export const targetQuery = (target: InvitationTarget) =>
  'class_id' in target ? { class_id: target.class_id } : 'target' in target ? { target: target.target } : { school: target.school };

export const INVITATION_READS = {
  refreshes: [invitations.list, invitations.applications, classes.read, classes.list, classMembers.members],
};

const RULES: Record<string, MessageKey> = {
  required: 'schools.rule.required',
  format: 'schools.rule.format',
  min: 'schools.rule.min',
};

/** Returns the text of an error of an invitation call. */
export function errorText(t: Translate, error: AppError): string {
  if (error.code === 'state_conflict' && error.details?.reason === 'last_admin') return t('people.lastAdmin');
  if (error.code === 'state_conflict' && error.details?.reason === 'moved') return t('invitations.moved');
  if (error.code === 'already_exists')
    return t(error.details?.reason === 'invited' ? 'invitations.already.invited' : 'invitations.already');
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.code === 'validation_failed' && first?.rule ? RULES[first.rule] : undefined;
  return t(rule ?? `error.${error.code}`, { name: '' });
}

/** Shows an error as a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: errorText(translate, error), type: 'error' });
