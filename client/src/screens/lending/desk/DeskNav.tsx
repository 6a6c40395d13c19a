import { DESK_PARTS, DEVICE_WORK, type lendingBoard } from '@fundus/contract/lending/desk/desk-orders';
import type { Reply } from '@fundus/contract/endpoint';
import { useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { lendingHref, type LendingView } from '../parts/lending-view.ts';
import './desk-nav.css';

type Props = { counts: Reply<typeof lendingBoard.desk>; view: LendingView };
type Chip = { name: string; label: string; count: number; href: string; current: boolean; tone?: 'bad' | undefined };

/** Shows links to the daily lists and to the work lists of the desk, each with its number of entries. */
export function DeskNav({ counts, view }: Props) {
  const { t } = useT();
  const to = (about: Partial<LendingView>): string => lendingHref({ tab: 'desk', point: view.point, ...about });
  const orders = view.work === '';
  const parts: Chip[] = [
    {
      name: 'all',
      label: t('desk.all'),
      count: counts.orders,
      href: to({}),
      current: orders && view.part === '' && view.step !== 'unbriefed',
    },
    ...DESK_PARTS.map((part) => ({
      ...{ name: part, label: t(`desk.part.${part}`), count: counts.parts[part], href: to({ part }) },
      ...{ current: orders && view.part === part, tone: part === 'overdue' ? ('bad' as const) : undefined },
    })),
  ];
  const listed = (work: 'tasks' | 'waiting', count: number): Chip => ({
    ...{ name: work, label: t(`desk.work.${work}`), count, href: to({ work }), current: view.work === work },
    tone: work === 'tasks' ? 'bad' : undefined,
  });
  const work: Chip[] = [
    listed('tasks', counts.tasks),
    ...DEVICE_WORK.map((name) => ({
      ...{ name, label: t(`desk.work.${name}`), count: counts.devices[name], href: to({ work: name }), current: view.work === name },
    })),
    {
      ...{ name: 'unbriefed', label: t('desk.work.unbriefed'), count: counts.steps.unbriefed, href: to({ step: 'unbriefed' }) },
      current: orders && view.part === '' && view.step === 'unbriefed',
    },
    listed('waiting', counts.waiting),
    {
      ...{ name: 'damage', label: t('desk.work.damage'), count: counts.damage },
      ...{ href: lendingHref({ tab: 'damage', point: view.point }), current: false },
    },
  ];
  const row = useRef<HTMLDivElement>(null);
  // On phones, the chips are in one line that scrolls.
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [view.part, view.step, view.work]);
  return (
    <div className="desk-nav" ref={row}>
      <Chips label={t('desk.parts')} chips={parts.filter(({ name, count, current }) => count > 0 || current || name === 'all')} />
      <Chips label={t('desk.work')} chips={work.filter(({ count, current }) => count > 0 || current)} />
    </div>
  );
}

function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  const { locale } = useT();
  if (chips.length === 0) return null;
  return (
    <nav className="desk-jumps" aria-label={label}>
      {chips.map(({ name, label: words, count, href, current, tone }) => (
        <Link key={name} href={href} aria-current={current ? 'true' : undefined} data-tone={count > 0 ? tone : undefined}>
          {words} <strong>{formatNumber(count, locale)}</strong>
        </Link>
      ))}
    </nav>
  );
}
