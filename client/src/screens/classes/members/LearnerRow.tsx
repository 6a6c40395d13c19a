import type { Class } from '@fundus/contract/classes/classes';
import type { LearnerCode } from '@fundus/contract/classes/learner-codes';
import type { ClassMember } from '@fundus/contract/classes/members';
import { EllipsisVertical, KeyRound, UserRound } from 'lucide-react';
import { Picture } from '../../../components/classes/Picture.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import '../../../components/lists/rows.css';
import '../classes.css';

type Props = {
  cls: Class;
  member: ClassMember;
  /** Learner code of the learner. `shown` is true if the code is displayed. */
  code: LearnerCode | undefined;
  shown: boolean;
  ofCode: readonly MenuItem[];
  ofMember: readonly MenuItem[];
};

/** Shows a learner: a person with an account, or a learner code with its label. */
export function LearnerRow({ cls, member, shown, code, ofCode, ofMember }: Props) {
  const { t, locale } = useT();
  const { name, state, last_seen_on } = member;
  const groups = cls.groups.filter(({ id }) => member.groups.includes(id)).map((group) => group.name);
  const sections = [{ items: ofCode }, { items: ofMember }].filter(({ items }) => items.length > 0);
  return (
    <tr data-off={code?.state === 'expired' || undefined}>
      <th scope="row">
        <span className="learner-name">
          {member.kind === 'code' ? <KeyRound aria-label={t('class.member.code')} /> : <UserRound />}
          {name}
        </span>
      </th>
      {cls.groups.length > 0 && (
        <td data-label={t('class.groups.column')}>
          {groups.map((group) => (
            <span key={group} className="class-group-chip">
              {group}
            </span>
          ))}
        </td>
      )}
      {shown && (
        <td data-label={t('codes.column')}>
          {code && <code className="learner-code">{code.code ?? '–'}</code>}
          {code?.pictures && (
            <span className="code-pictures">
              {code.pictures.map((picture) => (
                <Picture key={picture} name={picture} />
              ))}
            </span>
          )}
          {code && code.other_classes.length > 0 && (
            <span className="small-print">{t('codes.alsoIn', { names: code.other_classes.join(', ') })}</span>
          )}
        </td>
      )}
      <td data-label={t('people.state')}>
        {state === 'suspended' && <span className="class-bad">{t('class.member.suspended')}</span>}
        {state !== 'suspended' && code && (
          <>
            <span className={`code-state code-state-${code.state}`}>{t(`codes.state.${code.state}`)}</span>{' '}
            <span className="quiet">{t('codes.until', { date: formatDate(code.valid_until, 'short', locale) })}</span>
            {code.unreadable && code.can.renew && <span className="small-print class-bad">{t('codes.unreadable')}</span>}
          </>
        )}
        {state !== 'suspended' && !code && (
          <span className="quiet">{t(member.kind === 'code' ? 'class.member.code' : 'class.member.account')}</span>
        )}
      </td>
      <td className="learner-last" data-label={t('class.member.last')}>
        {last_seen_on ? formatDate(last_seen_on, 'short', locale) : t('class.member.never')}
      </td>
      <td className="row-does">
        {sections.length > 0 && <Menu label={t('class.member.menu', { name })} trigger={<EllipsisVertical />} sections={sections} />}
      </td>
    </tr>
  );
}
