import { isDistrictAdmin } from '@fundus/contract/access';
import { writeCents } from '@fundus/contract/cents';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { MODES } from '@fundus/contract/lending/calendar/lessons';
import { APPROVALS, OPEN_TO, type LendingPoint, type PointFields } from '@fundus/contract/lending/points/points';
import { traitsOf } from '@fundus/contract/portal-types';
import { lendingProposals } from '@fundus/contract/lending/points/proposals';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useSession } from '../../../stores/session.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { OpenSchools } from './OpenSchools.tsx';
import { ClosureFields, LengthFields, WeekFields, type TypedLength } from './PointDays.tsx';
import { OrderEffects } from '../parts/OrderEffects.tsx';
import { useEffects } from '../parts/use-effects.ts';
import { refusalWords, typedCents } from '../parts/words.ts';
import '../parts/lending.css';

const READS = { refreshes: [lending.points, lending.calendar] };
/** Numeric fields. `visits_max` and `unavailable_step` may be empty. */
const NUMBERS = [
  'advance_days',
  'horizon_days',
  'max_days',
  'max_lessons',
  'most_lines',
  'learner_lines',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
  'keep_days',
  'visits_max',
  'unavailable_step',
] as const;
const USUAL: Record<(typeof NUMBERS)[number], string> = {
  advance_days: '1',
  horizon_days: '365',
  max_days: '14',
  max_lessons: '4',
  most_lines: '20',
  learner_lines: '3',
  renewals_max: '2',
  renewal_days: '7',
  pickup_grace: '2',
  buffer_before: '0',
  buffer_after: '0',
  remind_days: '1',
  keep_days: '90',
  visits_max: '',
  unavailable_step: '1',
};
/** Fields hidden at points that lend by lesson. */
const OF_DAYS = new Set<string>([
  'max_days',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
]);
const WORDS = ['name', 'address', 'email', 'phone', 'words', 'terms'] as const;

type Props = { point?: LendingPoint; onClose: () => void; onDone: (point: LendingPoint) => void };

/** Edits a lending point: contact, opening hours and rules (docs/behaviour/lending.md#lending-points). */
export function PointDialog({ point, onClose, onDone }: Props) {
  const { t, locale } = useT();
  const { user, config } = useSession();
  const create = useCall(lendingDesk.createPoint, READS);
  const change = useCall(lendingDesk.changePoint, READS);
  const look = useCall(lendingDesk.pointEffects, { refreshes: [] });
  const effects = useEffects();
  const suggest = useCall(lendingProposals.propose, { refreshes: [lendingProposals.proposals] });
  /** A user who may not change the rules proposes the change. */
  const proposing = point !== undefined && !point.can.manage;
  const [week, setWeek] = useState<PointFields['week']>(
    () => point?.week ?? Array.from({ length: 7 }, (_, i) => ({ open: i < 5, processed: i < 5, words: '' })),
  );
  const [closures, setClosures] = useState<PointFields['closures']>(point?.closures ?? []);
  const [lengths, setLengths] = useState<readonly TypedLength[]>(() =>
    (point?.max_days_on ?? []).map(({ max_days, ...days }) => ({ ...days, max_days: String(max_days) })),
  );
  const [schools, setSchools] = useState<LendingPoint['open_schools']>(point?.open_schools ?? null);
  const { values, text, check, choice, problem } = useFields(
    () => ({
      ...(Object.fromEntries(WORDS.map((name) => [name, point?.[name] ?? ''])) as Record<(typeof WORDS)[number], string>),
      ...(Object.fromEntries(NUMBERS.map((name) => [name, point ? String(point[name] ?? '') : USUAL[name]])) as typeof USUAL),
      note: '',
      overdue_days: (point?.overdue_days ?? [3, 8, 15]).join(', '),
      mode: point?.mode ?? ('days' as PointFields['mode']),
      approval: point?.approval ?? ('manual' as PointFields['approval']),
      open_to: point?.open_to ?? ('everyone' as PointFields['open_to']),
      purpose_required: point?.purpose_required ?? false,
      learners: point?.learners ?? false,
      guests: point?.guests ?? false,
      by_post: point?.by_post ?? false,
      private_borrowers: point?.private_borrowers ?? false,
      signature: point?.signature ?? false,
      private_day_cents: writeCents(point?.private_day_cents || null, locale),
      same_day_turnaround: point?.same_day_turnaround ?? false,
    }),
    {
      error: create.error ?? look.error ?? change.error ?? suggest.error,
      at: [...WORDS, ...NUMBERS, 'overdue_days', 'private_day_cents'],
      words: (error) => refusalWords(t, error, locale),
    },
  );
  const bodyOf = () => {
    const { visits_max, unavailable_step, ...numbers } = Object.fromEntries(
      NUMBERS.map((name) => [name, values[name].trim() === '' ? null : Number(values[name])]),
    ) as Record<(typeof NUMBERS)[number], number>;
    const overdue_days = values.overdue_days
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);
    const max_days_on = lengths.map(({ max_days, ...days }) => ({ ...days, max_days: Number(max_days) }));
    const days = { week, closures, max_days_on };
    const { note: _, ...said } = values;
    const private_day_cents = typedCents(values.private_day_cents) ?? 0;
    return {
      ...said,
      private_day_cents,
      ...numbers,
      ...days,
      visits_max,
      unavailable_step,
      overdue_days,
      open_schools: schools && schools.map(({ id }) => id),
    };
  };
  const send = () => {
    const body = bodyOf();
    const { note } = values;
    if (proposing) {
      const { keep_days: _, open_schools: __, ...proposed } = body;
      suggest.mutate(
        { params: { id: point.id }, body: { ...proposed, note, version: point.version } },
        {
          onSuccess: () => {
            showSnackbar({ text: t('lending.proposal.sent'), type: 'success' });
            onDone(point);
          },
        },
      );
    } else if (point)
      effects.confirm(
        JSON.stringify(body),
        (done) => look.mutate({ params: { id: point.id }, body }, { onSuccess: ({ items }) => done(items) }),
        () => change.mutate({ params: { id: point.id }, body: { ...body, version: point.version } }, { onSuccess: onDone }),
      );
    else create.mutate({ body }, { onSuccess: onDone });
  };
  const shown = effects.shown?.of === JSON.stringify(bodyOf()) ? effects.shown : null;
  const isAsked = (each: (typeof NUMBERS)[number]): boolean =>
    (!proposing || each !== 'keep_days') &&
    (values.learners || each !== 'learner_lines') &&
    (values.mode === 'periods' ? !OF_DAYS.has(each) : each !== 'max_lessons');
  const ofSchool = (point?.of ?? (user && isDistrictAdmin(user) ? 'district' : 'school')) === 'school';
  return (
    <FormDialog
      title={t(proposing ? 'lending.proposal.make' : point ? 'lending.point.change' : 'lending.point.new')}
      action={t(proposing ? 'lending.proposal.send' : shown ? 'lending.effects.save' : 'app.save')}
      disabled={create.isPending || look.isPending || change.isPending || suggest.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.point.name')} maxLength={120} {...text('name')} />
      <TextArea label={t('lending.point.address')} rows={2} maxLength={300} {...text('address')} />
      <TextField label={t('lending.point.email')} type="email" maxLength={254} {...text('email')} />
      <TextField label={t('lending.point.phone')} type="tel" maxLength={40} {...text('phone')} />
      <TextArea label={t('lending.point.words')} maxLength={2000} {...text('words')} />
      <WeekFields rows={week} onChange={setWeek} />
      <ClosureFields rows={closures} onChange={setClosures} />
      {ofSchool && (
        <SelectField
          label={t('lending.rule.mode')}
          hint={t('lending.mode.hint')}
          options={MODES.map((value) => ({ value, label: t(`lending.mode.${value}`) }))}
          {...choice('mode')}
        />
      )}
      <SelectField
        label={t('lending.approval')}
        options={APPROVALS.map((value) => ({ value, label: t(`lending.approval.${value}`) }))}
        {...choice('approval')}
      />
      <SelectField
        label={t('lending.openTo')}
        options={OPEN_TO.map((value) => ({ value, label: t(`lending.openTo.${value}`) }))}
        {...choice('open_to')}
      />
      {!ofSchool && !proposing && <OpenSchools chosen={schools} onChange={setSchools} />}
      <Checkbox label={t('lending.rule.learners')} hint={t('lending.rule.learners.hint')} {...check('learners')} />
      {!ofSchool && traitsOf(config).mediaCentre && (
        <Checkbox label={t('lending.rule.guests')} hint={t('lending.rule.guests.hint')} {...check('guests')} />
      )}
      <Checkbox label={t('lending.rule.by_post')} {...check('by_post')} />
      <Checkbox
        label={t('lending.rule.private_borrowers')}
        hint={t('lending.rule.private_borrowers.hint')}
        {...check('private_borrowers')}
      />
      {values.private_borrowers && (
        <TextField
          label={t('lending.rule.private_day_cents')}
          hint={t('lending.rule.private_day_cents.hint')}
          inputMode="decimal"
          maxLength={12}
          {...text('private_day_cents')}
        />
      )}
      <Checkbox label={t('lending.rule.signature')} hint={t('lending.rule.signature.hint')} {...check('signature')} />
      <Checkbox label={t('lending.purposeRequired')} {...check('purpose_required')} />
      {values.mode === 'days' && <Checkbox label={t('lending.rule.same_day_turnaround')} {...check('same_day_turnaround')} />}
      <div className="lending-numbers">
        {NUMBERS.filter((each) => each !== 'unavailable_step' && isAsked(each)).map((each) => (
          <TextField key={each} label={t(`lending.rule.${each}`)} inputMode="numeric" {...text(each)} />
        ))}
      </div>
      {values.mode === 'days' && <LengthFields rows={lengths} onChange={setLengths} />}
      <TextField
        label={t('lending.rule.overdue_days')}
        hint={t('lending.rule.overdue_days.hint')}
        maxLength={60}
        {...text('overdue_days')}
      />
      <TextField
        label={t('lending.rule.unavailable_step')}
        hint={t('lending.rule.unavailable_step.hint')}
        inputMode="numeric"
        maxLength={1}
        {...text('unavailable_step')}
      />
      <TextArea label={t('lending.terms')} hint={t('lending.terms.hint')} maxLength={10_000} {...text('terms')} />
      {shown && <OrderEffects items={shown.items} />}
      {proposing && <TextArea label={t('lending.proposal.note')} rows={3} maxLength={1_000} {...text('note')} />}
    </FormDialog>
  );
}
