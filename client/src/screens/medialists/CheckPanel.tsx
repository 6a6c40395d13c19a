import { isSchoolAdmin } from '@fundus/contract/access';
import { classes } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import type { ListItem } from '@fundus/contract/medialists/items';
import { medialists, type ListCheck, type Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { href } from '@fundus/contract/screens';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, EyeOff, Gift, PackageOpen, Replace, SlidersHorizontal, Ticket } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { query } from '../../api/query.ts';
import { queryAll } from '../../api/read-all.ts';
import { DateField } from '../../components/forms/DateField.tsx';
import { formatProblem } from '../../components/medialists/check-words.ts';
import { useWish } from '../../components/media/use-wish.ts';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import type { Contents } from './use-contents.ts';
import '../../components/medialists/list-fields.css';
import './medialists.css';
import '../../ui/button.css';

type Props = { list: Medialist; contents: Contents; onReplace: (item: ListItem) => void; onReady: () => void };

/** Shows problems with using the list in a lesson with a class on a given day, and offers solutions (docs/behaviour/medialists.md#lesson-check). */
export function CheckPanel({ list, contents, onReplace, onReady }: Props) {
  const { t, locale } = useT();
  const now = today(new Date());
  const planned = list.planned_for !== null && list.planned_for >= now ? list.planned_for : now;
  const [typed, setTyped] = useState<string | null>(null);
  const day = typed === null ? planned : (parseDay(typed) ?? planned);
  const [wanted, setWanted] = useState<string | null>(null);
  const [setting, setSetting] = useState(false);
  const sharing = useQuery({ ...query(medialistSharing.sharing, { params: { id: list.id } }), staleTime: 0 });
  const own = useQuery({ ...queryAll(classes.list, { query: { show: 'own' } }), staleTime: 0, enabled: setting });
  // If the list was released to exactly one class, that class is checked by default.
  const having = [
    ...new Map((sharing.data?.releases ?? []).flatMap((one) => (one.class ? [[one.class.id, one.class.name] as const] : []))),
  ];
  const classId = wanted ?? (having.length === 1 ? having[0]![0] : '');
  const check = useQuery({
    ...query(medialists.check, { params: { id: list.id }, query: { date: day, ...(classId && { class_id: classId }) } }),
    staleTime: 0,
    enabled: sharing.isFetched,
    placeholderData: keepPreviousData,
  });
  const others = (own.data?.items ?? []).filter(({ id, state }) => state === 'active' && !having.some(([known]) => known === id));
  const options = [...having.map(([value, label]) => ({ value, label })), ...others.map(({ id, name }) => ({ value: id, label: name }))];
  const className = options.find(({ value }) => value === classId)?.label;
  const problems = check.data?.problems ?? [];
  const when =
    day === now
      ? t('list.planned.today')
      : day === shiftDay(now, 1)
        ? t('list.planned.tomorrow')
        : formatDateUnbroken(day, 'weekday', locale);
  // Content below is rendered after the reply, because the height of the panel depends on it.
  const ready = check.data !== undefined || check.failureCount + sharing.failureCount > 0;
  useLayoutEffect(() => {
    if (ready) onReady();
  }, [ready, onReady]);
  if (!ready || check.data?.checked === 0) return null;
  return (
    <section className="list-check" aria-labelledby="list-check" data-good={(check.data && problems.length === 0) || undefined}>
      <div className="list-check-head">
        <h2 id="list-check">{t('list.check')}</h2>
        <p role="status">
          {!check.data ? (
            check.error ? (
              t(`error.${check.error.code}`, { name: '' })
            ) : (
              <ShowDelayed>
                <Bar width="14em" height="1lh" />
              </ShowDelayed>
            )
          ) : (
            <>
              {problems.length === 0 ? <CircleCheck className="i-16" /> : <CircleAlert className="i-16" />}
              <span>
                {className
                  ? t(problems.length === 0 ? 'list.check.good.class' : 'list.check.bad.class', {
                      count: problems.length,
                      day: when,
                      name: className,
                    })
                  : t(problems.length === 0 ? 'list.check.good' : 'list.check.bad', { count: problems.length, day: when })}
              </span>
            </>
          )}
        </p>
        <Button flush="phone" icon={<SlidersHorizontal />} aria-expanded={setting} onClick={() => setSetting(!setting)}>
          {t('list.check.set')}
        </Button>
      </div>
      {setting && (
        <div className="list-fields">
          <DateField label={t('list.check.day')} value={typed ?? day} min={now} onChange={(event) => setTyped(event.target.value)} />
          <SelectField
            label={t('list.check.class')}
            value={classId}
            options={[{ value: '', label: t('list.check.class.none') }, ...options]}
            onChange={setWanted}
          />
        </div>
      )}
      {problems.length > 0 && (
        <ul className="lines">
          {problems.map((one) => (
            <Problem
              key={`${one.item_id} ${one.problem}`}
              one={one}
              item={contents.items.find(({ id }) => id === one.item_id)}
              edits={list.can.editItems}
              day={day}
              onHide={() => contents.show([one.item_id], false)}
              onReplace={onReplace}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type ProblemProps = {
  one: ListCheck['problems'][number];
  item: ListItem | undefined;
  edits: boolean;
  /** Day of the lesson. */
  day: string;
  onHide: () => void;
  onReplace: (item: ListItem) => void;
};

/** Shows a problem and its solutions. */
function Problem({ one, item, edits, day, onHide, onReplace }: ProblemProps) {
  const { t, locale } = useT();
  const { user } = useSession();
  const { wish, busy } = useWish(item?.identifier ?? '', one.title);
  const { problem, title } = one;
  const seats =
    user && isSchoolAdmin(user)
      ? href('library', { tab: 'licences' }, { view: 'manage', q: title })
      : item?.identifier && href('media', { id: item.identifier });
  return (
    <li className="list-problem">
      <p>
        <strong>{title}</strong>
        <span className="small-print">{formatProblem(t, locale, one)}</span>
      </p>
      <div className="btn-flush-phone">
        {edits && item && problem !== 'no_seats' && (
          <Button icon={<Replace />} aria-label={`${t('list.item.replace')}: ${title}`} onClick={() => onReplace(item)}>
            {t('list.item.replace')}
          </Button>
        )}
        {item?.item?.can.wish && (problem === 'no_licence' || problem === 'ends_before' || problem === 'not_for_learners') && (
          <Button icon={<Gift />} disabled={busy} onClick={wish}>
            {t('list.item.wish')}
          </Button>
        )}
        {one.lend && (
          <ButtonLink icon={<PackageOpen />} href={href('tech-rental', {}, { ...one.lend, from: day, until: day })}>
            {t(problem === 'taken' ? 'list.check.wait' : 'list.check.borrow')}
          </ButtonLink>
        )}
        {problem === 'no_seats' && seats && (
          <ButtonLink icon={<Ticket />} href={seats}>
            {t('list.check.seats')}
          </ButtonLink>
        )}
        {edits && item && (problem === 'not_for_learners' || problem === 'no_seats') && item.visible_to_learners && (
          <Button icon={<EyeOff />} aria-label={`${t('list.item.hide')}: ${title}`} onClick={onHide}>
            {t('list.item.hide')}
          </Button>
        )}
      </div>
    </li>
  );
}
