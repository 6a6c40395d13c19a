import { shiftDay } from '@fundus/contract/days';
import type { ClassLine } from '@fundus/contract/classes/classes';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { Users } from 'lucide-react';
import { formatNumber, formatDateUnbroken } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { Row } from './Row.tsx';
import './home-screen.css';

/** Number of days before a medium ends from which it is shown. */
const SOON = 7;
/** Maximum length of a class name shown in the icon, such as "8b" or "7.2". */
const SHORT = 4;

export type TaughtClass = { line: ClassLine; media: readonly ClassMedium[] };

/** Shows the classes that the teacher used most recently. `day` is today. */
export function ClassesRow({ taught, day }: { taught: readonly TaughtClass[]; day: string }) {
  const { t } = useT();
  if (taught.length === 0) return null;
  return (
    <Row id="classes" title={t('home.classes')} more={{ href: href('classes'), label: t('home.classes.all') }}>
      <ul className="lines home-lines">
        {taught.map((one) => (
          <TaughtLine key={one.line.id} {...one} day={day} />
        ))}
      </ul>
    </Row>
  );
}

/** Returns the media that end soon, ordered by their last day. */
const ending = (media: readonly ClassMedium[], day: string) =>
  media
    .flatMap(({ title, excerpt, visible_until: until, state }) =>
      state === 'shown' && until !== null ? [{ title: excerpt?.title ?? title, until }] : [],
    )
    .filter(({ until }) => until >= day && until <= shiftDay(day, SOON))
    .sort((a, b) => a.until.localeCompare(b.until));

function TaughtLine({ line, media, day }: TaughtClass & { day: string }) {
  const { t, locale } = useT();
  const [next] = ending(media, day);
  const facts = [
    line.new_results > 0 && t('classes.newResults', { count: line.new_results, number: formatNumber(line.new_results, locale) }),
    next && t('home.classes.ends', { title: next.title, date: formatDateUnbroken(next.until, 'weekday', locale) }),
  ].filter(Boolean);
  return (
    <li className="item">
      <span className="item-sign" data-subject={line.subject ? mainSubject([line.subject]).key : undefined} aria-hidden="true">
        {line.name.length <= SHORT ? line.name : <Users />}
      </span>
      <div>
        <h3>
          <Link href={href('class', { id: line.id })}>{line.name}</Link>
        </h3>
        <p className="quiet small">
          {facts.length > 0
            ? joinFacts(facts)
            : `${t('classes.learners', { count: line.learners, number: formatNumber(line.learners, locale) })} · ${t('classes.media', { count: line.media, number: formatNumber(line.media, locale) })}`}
        </p>
      </div>
    </li>
  );
}
