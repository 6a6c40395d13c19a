import { isStudent } from '@fundus/contract/access';
import type { User } from '@fundus/contract/accounts/user';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the part of the day. `hour` is the local hour from 0 to 23. */
function partOfDay(hour: number): 'morning' | 'day' | 'evening' {
  if (hour >= 4 && hour < 11) return 'morning';
  return hour >= 11 && hour < 18 ? 'day' : 'evening';
}

/**
 * Returns the greeting. Adults are addressed by salutation and name, or by their full name if no salutation fits; learners by first name or the label
 * of their code.
 */
export function greet(t: Translate, { by_code, salutation, vorname, name, ...person }: User, hour: number): string {
  const day = partOfDay(hour);
  if (by_code) return t(`home.greeting.${day}`, { name: by_code.label });
  if (isStudent(person) && vorname) return t(`home.greeting.${day}`, { name: vorname });
  if ((salutation === 'ms' || salutation === 'mr') && name)
    return t(`home.greeting.${day}`, { name: t(`home.greeting.${salutation}`, { name }) });
  const full = [vorname, name].filter(Boolean).join(' ');
  return full ? t(`home.greeting.${day}`, { name: full }) : t(`home.greeting.plain.${day}`);
}
