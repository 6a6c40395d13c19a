import { shiftDay, today } from '@fundus/contract/days';
import { openingDayFrom } from '@fundus/contract/lending/calendar/rules';
import { lending } from '@fundus/contract/lending/lending';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTemplates, type LendingTemplate } from '@fundus/contract/lending/cart/templates';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { LessonFields } from '../calendar/LessonFields.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

type Props = { template: LendingTemplate; point: LendingPoint; view: LendingView; onClose: () => void };

/** Default number of days until the devices are collected. */
const USUAL_LEAD_DAYS = 7;

/** Returns the first opening day at least `days` after a day, or that day if the desk never opens. */
const openingDayAfter = (point: LendingPoint, day: string, days: number): string =>
  openingDayFrom(point, shiftDay(day, days)) ?? shiftDay(day, days);

/** Adds all devices of a template to the cart for a period. If some are not free, shows which ones. */
export function TemplateDialog({ template, point, view: { from, until, first, last }, onClose }: Props) {
  const { t, locale } = useT();
  const [start, setStart] = useState(() => from || openingDayAfter(point, today(new Date()), USUAL_LEAD_DAYS));
  const [end, setEnd] = useState(() => until || openingDayAfter(point, start, 1));
  const byLesson = point.mode === 'periods';
  const [lessons, setLessons] = useState<Lessons | null>(() => (byLesson ? { first: first || 1, last: Math.max(first || 1, last) } : null));
  const take = useCall(lendingTemplates.takeTemplate, { refreshes: [lending.cart, lending.calendar, lending.models] });
  const act = useIdempotencyKey();
  const { id, name, words, models } = template;
  return (
    <FormDialog
      title={t('lending.template.take', { name })}
      action={t('lending.put')}
      disabled={take.isPending || start === '' || (!byLesson && (end === '' || end < start))}
      problem={take.error && refusalText(t, take.error, locale)}
      onSend={() => {
        const body = { template: id, start, end: byLesson ? start : end, lessons };
        take.mutate(
          { body: { ...body, key: act.keyOf(body) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.inCart', { name }), type: 'success' });
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      {words && <p className="lending-said">{words}</p>}
      <ul className="lending-set">
        {models.map(({ model, name: of, quantity }) => (
          <li key={model}>{quantity > 1 ? `${quantity} × ${of}` : of}</li>
        ))}
      </ul>
      <DateField
        label={t(byLesson ? 'lending.lessons.day' : 'lending.from')}
        value={start}
        onChange={({ target }) => setStart(target.value)}
      />
      {byLesson ? (
        <LessonFields timetable={point.timetable} value={lessons} onChange={setLessons} />
      ) : (
        <DateField
          label={t('lending.until')}
          value={end}
          error={end !== '' && end < start ? t('lending.until.before') : null}
          onChange={({ target }) => setEnd(target.value)}
        />
      )}
    </FormDialog>
  );
}
