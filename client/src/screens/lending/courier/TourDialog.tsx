import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTours, type Tour } from '@fundus/contract/lending/courier/tours';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { OrderEffects } from '../parts/OrderEffects.tsx';
import { useEffects } from '../parts/use-effects.ts';
import { refusalText, weekdayNames } from '../parts/words.ts';
import '../parts/tours.css';

const READS = { refreshes: [lendingTours.tours, lendingTours.tourDay, lendingTours.courier] };

/** Key of the effects that are shown before a tour is removed. */
const LEAVING = 'leaving';

type Props = { point: LendingPoint; tour: Tour | null; schools: readonly { id: string; name: string }[]; onClose: () => void };

/** Edits the weekday of a tour and its schools in driving order. */
export function TourDialog({ point, tour, schools, onClose }: Props) {
  const { t, locale } = useT();
  const create = useCall(lendingTours.createTour, READS);
  const change = useCall(lendingTours.changeTour, READS);
  const remove = useCall(lendingTours.removeTour, READS);
  const look = useCall(lendingTours.tourEffects, { refreshes: [] });
  const effects = useEffects();
  const [stops, setStops] = useState<string[]>(() => tour?.schools.map(({ id }) => id) ?? []);
  const { values, text, choice, problem } = useFields(
    { name: tour?.name ?? '', weekday: String(tour?.weekday ?? 0) },
    {
      error: create.error ?? look.error ?? change.error ?? remove.error,
      at: ['name', 'weekday'],
      words: (error) => refusalText(t, error, locale),
    },
  );
  const nameOf = (school: string): string => schools.find(({ id }) => id === school)?.name ?? '';
  const left = schools.filter(({ id }) => !stops.includes(id));
  const pending = create.isPending || look.isPending || change.isPending || remove.isPending;
  const days = [values.weekday, ...stops].join(' ');
  const afterLook = (of: Tour, asked: string, body: { weekday?: number; schools?: string[] }, act: () => void) =>
    effects.confirm(asked, (done) => look.mutate({ params: { id: of.id }, body }, { onSuccess: ({ items }) => done(items) }), act);
  const { shown } = effects;
  const leaving = shown?.of === LEAVING;
  const send = () => {
    const body = { name: values.name, weekday: Number(values.weekday), schools: stops };
    if (tour)
      afterLook(tour, days, { weekday: body.weekday, schools: stops }, () =>
        change.mutate({ params: { id: tour.id }, body: { ...body, version: tour.version } }, { onSuccess: onClose }),
      );
    else create.mutate({ body: { ...body, point: point.id } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={tour ? t('lending.change.name', { name: tour.name }) : t('lending.tour.new')}
      action={t(shown?.of === days ? 'lending.effects.save' : 'app.save')}
      disabled={pending || stops.length === 0}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.tour.name')} hint={t('lending.tour.name.hint')} maxLength={80} {...text('name')} />
      <SelectField
        label={t('lending.tour.weekday')}
        options={Array.from({ length: 7 }, (_, i) => ({ value: String(i), label: weekdayNames([i], locale) }))}
        {...choice('weekday')}
      />
      <fieldset className="tour-stops">
        <legend>{t('lending.tour.stops')}</legend>
        {stops.map((stop, i) => (
          <div key={stop} className="tour-stop">
            <SelectField
              label={t('lending.tour.stop', { number: i + 1 })}
              value={stop}
              options={schools
                .filter(({ id }) => id === stop || left.some((school) => school.id === id))
                .map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(value) => setStops((before) => before.map((each, at) => (at === i ? value : each)))}
            />
            <IconButton
              label={t('lending.tour.up', { name: nameOf(stop) })}
              icon={<ArrowUp />}
              disabled={i === 0}
              onClick={() => setStops((before) => before.toSpliced(i, 1).toSpliced(i - 1, 0, stop))}
            />
            <IconButton
              label={t('lending.template.without', { name: nameOf(stop) })}
              icon={<Trash2 />}
              onClick={() => setStops((before) => before.filter((_, at) => at !== i))}
            />
          </div>
        ))}
        {left.length > 0 && (
          <Button icon={<Plus />} onClick={() => setStops((before) => [...before, left[0]!.id])}>
            {t('lending.tour.stop.add')}
          </Button>
        )}
      </fieldset>
      {tour && (
        <Button
          flush
          icon={<Trash2 />}
          disabled={pending}
          onClick={() => afterLook(tour, LEAVING, {}, () => remove.mutate({ params: { id: tour.id } }, { onSuccess: onClose }))}
        >
          {t(leaving ? 'lending.tour.effects.remove' : 'lending.tour.remove')}
        </Button>
      )}
      {shown && (leaving || shown.of === days) && <OrderEffects items={shown.items} />}
    </FormDialog>
  );
}
