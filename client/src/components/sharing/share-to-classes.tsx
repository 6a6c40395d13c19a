import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import type { ClassNeed } from '@fundus/contract/catalogue/meets';
import { today } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { href } from '@fundus/contract/screens';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import type { Reply } from '@fundus/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { areDaysValid, filledTerms, NO_TERMS, TermsFields } from '../classes/TermsFields.tsx';
import { useClassLines } from '../classes/use-class-lines.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { Failed } from '../page/Failed.tsx';
import { Link } from '../../ui/Link.tsx';
import { findUnmet, shareBody, type MediumToShare } from './shared.ts';
import '../../ui/fields/field.css';
import '../classes/class-forms.css';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';
import { TermsFold } from './TermsFold.tsx';

const CLASS_READS = { refreshes: [classMedia.media, classes.list, classes.read, sharedMedia.classes, library.appearances] };
const MAX_CLASSES = 50;
/** Number of classes from which a search field is shown. */
const MANY = 8;

/** Share target "classes". Classes that already have a single medium are marked. */
export function useShareToClasses(items: readonly MediumToShare[], onClose: () => void): ShareTarget {
  const { t } = useT();
  const media = items.map(({ identifier }) => identifier);
  // There is no list of the classes that have an excerpt.
  const only = items.length === 1 && !items[0]!.excerpt ? items[0]! : null;
  const sharedBody = shareBody(items);
  const [chosen, setChosen] = useState<readonly ClassLine[]>([]);
  const appearances = useQuery({
    ...query(library.appearances, { params: { mediaId: only?.identifier ?? '' } }),
    enabled: only !== null,
    staleTime: 0,
  });
  const having = new Set(appearances.data?.items.flatMap((each) => each.classes.map(({ id }) => id)));
  const hrefIn = (id: string) =>
    only && having.has(id) ? href('class-media-detail', { id, mediaType: classMediaKind(only.fn_typ), mediaId: only.identifier }) : null;
  const [terms, setTerms] = useState(NO_TERMS);
  const share = useCall(classMedia.share, CLASS_READS);
  const undo = useUndo(CLASS_READS);
  /** Returns a link to the class or the class list, and an undo if no class had any of the media before. */
  const nextOf = ({ had, given, seated }: Reply<typeof classMedia.share>): Parameters<Parameters<ShareTarget['send']>[0]>[2] => ({
    ...(had === 0 && given.length > 0 && { action: undo(classMedia.unshare, { body: { given, seats: seated > 0 } }) }),
    way:
      chosen.length === 1
        ? { label: t('share.toClass'), href: href('class', { id: chosen[0]!.id }) }
        : { label: t('class.toList'), href: href('classes') },
  });
  // School administrators can share with all classes of the school.
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 200);
  const { lines, loaded, failed, refetch } = useClassLines(q);
  const needs = useQuery({
    ...query(classMedia.needs, { query: { classes: chosen.map(({ id }) => id).join('|'), media: media.join('|') } }),
    enabled: chosen.length > 0 && chosen.length <= MAX_CLASSES && media.length <= MAX_CLASSES,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const needed = chosen.length > 0 ? (needs.data?.items ?? []).filter((each) => each.needed > 0) : [];
  const [taking, setTaking] = useState(true);
  const seats = taking && needed.some(({ may }) => may);
  return {
    ready: chosen.length > 0 && chosen.length <= MAX_CLASSES && areDaysValid(terms, today(new Date())),
    pending: share.isPending,
    error: share.error,
    send: (done) =>
      share.mutate(
        { body: { classes: chosen.map(({ id }) => id), ...sharedBody, ...filledTerms(terms), ...(seats && { seats }) } },
        { onSuccess: (reply) => done(chosen.map(({ name }) => name).join(', '), reply, nextOf(reply)) },
      ),
    fields: (
      <div className="share-room">
        {failed && !loaded && <Failed error={failed} onRetry={refetch} />}
        {!failed && !loaded && (
          <ShowDelayed>
            <Bar width="100%" height="8rem" />
          </ShowDelayed>
        )}
        {loaded && lines.length === 0 && q === '' && (
          <EmptyState icon={<Users />} title={t('share.none')} heading={(words) => <h3>{words}</h3>}>
            <p>{t('share.none.hint')}</p>
            <ButtonLink variant="line" href={href('classes')} onClick={onClose}>
              {t('class.toList')}
            </ButtonLink>
          </EmptyState>
        )}
        {loaded && (lines.length > 0 || q !== '') && (
          <>
            <Classes
              items={lines}
              words={words}
              onWords={setWords}
              chosen={chosen}
              onChoose={setChosen}
              hrefIn={hrefIn}
              unmetIn={({ needs: wanted }) => findUnmet(items, wanted)}
              onLeave={onClose}
            />
            {needed.length > 0 && <SeatNeeds items={needed} many={media.length > 1} taking={taking} onTake={setTaking} />}
            <TermsFold words="note" filled={terms.note.trim() !== ''} download={terms.download} days={terms}>
              <TermsFields
                values={terms}
                download={!sharedBody.excerpts}
                earliest={today(new Date())}
                set={(about) => setTerms({ ...terms, ...about })}
              />
            </TermsFold>
          </>
        )}
      </div>
    ),
  };
}

type ClassesProps = {
  items: readonly ClassLine[];
  /** Text in the search field. */
  words: string;
  onWords: (words: string) => void;
  chosen: readonly ClassLine[];
  onChoose: (chosen: readonly ClassLine[]) => void;
  /** Returns the address of the medium in a class that already has it, or `null`. */
  hrefIn: (id: string) => string | null;
  /** Returns the needs of a class that at least one medium does not meet. */
  unmetIn: (item: ClassLine) => ClassNeed[];
  onLeave: () => void;
};

function Classes({ items, words, onWords, chosen, onChoose, hrefIn, unmetIn, onLeave }: ClassesProps) {
  const { t, locale } = useT();
  const wanted = words.trim().toLocaleLowerCase();
  const has = (item: ClassLine) => chosen.some(({ id }) => id === item.id);
  const found = items.filter((item) => has(item) || item.name.toLocaleLowerCase().includes(wanted));
  // Classes with unmet needs are listed last.
  const shown = [...found.filter((item) => unmetIn(item).length === 0), ...found.filter((item) => unmetIn(item).length > 0)];
  const needsText = (item: ClassLine): string[] => {
    const unmet = unmetIn(item);
    if (item.needs.length === 0) return [];
    return [unmet.length === 0 ? t('share.fits') : t('share.unmet', { needs: unmet.map((need) => t(`class.need.${need}`)).join(', ') })];
  };
  return (
    <fieldset className="share-classes">
      <legend>{t('share.classes')}</legend>
      {(items.length > MANY || words !== '') && <FindField wide label={t('share.find')} value={words} maxLength={60} onType={onWords} />}
      <ul className="class-picks">
        {shown.map((item) => (
          <li key={item.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={has(item)}
                onChange={() => onChoose(has(item) ? chosen.filter(({ id }) => id !== item.id) : [...chosen, item])}
              />
              <span>
                {item.name}
                <span className="small-print">
                  {joinFacts([
                    t('classes.learners', { count: item.learners, number: formatNumber(item.learners, locale) }),
                    t('classes.year.one', { year: item.school_year }),
                    ...(hrefIn(item.id) ? [t('share.had')] : []),
                    ...needsText(item),
                  ])}
                </span>
              </span>
            </label>
            {hrefIn(item.id) && (
              <Link className="class-pick-open small" href={hrefIn(item.id)!} onClick={onLeave}>
                {t('share.had.open', { name: item.name })}
              </Link>
            )}
          </li>
        ))}
        {shown.length === 0 && <li className="quiet small">{t('share.found.none')}</li>}
      </ul>
    </fieldset>
  );
}

type Needed = Reply<typeof classMedia.needs>['items'];

/** Shows how many seats are needed and free, and a check box to assign them. */
function SeatNeeds({ items, many, taking, onTake }: { items: Needed; many: boolean; taking: boolean; onTake: (taking: boolean) => void }) {
  const { t, locale } = useT();
  const may = items.some((each) => each.may);
  const short = items.some((each) => each.may && each.free !== null && each.free < each.needed);
  const sentence = ({ title, needed: count, free }: Needed[number]) => {
    const words =
      free === null
        ? t('class.media.seats.unlimited', { count })
        : t('class.media.seats.need', { count, free: formatNumber(free, locale) });
    return many ? `${title}: ${words}` : words;
  };
  return (
    <div className="share-seats">
      <div role="status">
        <ul>
          {items.map((each) => (
            <li key={each.identifier}>{each.may ? sentence(each) : `${t('class.media.noSeats')}. ${t('class.media.seats.ask')}`}</li>
          ))}
        </ul>
      </div>
      {may && <Checkbox label={t('share.seats')} checked={taking} onChange={(event) => onTake(event.target.checked)} />}
      {may && taking && short && <p className="small-print">{t('share.seats.short')}</p>}
    </div>
  );
}
