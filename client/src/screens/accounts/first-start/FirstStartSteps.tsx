import type { SecondStep } from '@fundus/contract/accounts/accounts';
import type { AppError } from '@fundus/contract/errors';
import { FIRST_START_STEPS, firstStart, type FirstStartState, type FirstStartStep } from '@fundus/contract/first-start/first-start';
import { href } from '@fundus/contract/screens';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { RequiredFactor } from '../factors/RequiredFactor.tsx';
import { formProblem, ruleText } from '../parts/rule-text.ts';
import { findStepProblems, draftOf, findStep, valuesOf } from './form.ts';
import { AdministratorStep, DistrictStep, ThemeStep, OperatorStep } from './step-fields.tsx';
import { loadFromServer } from './reload.ts';
import { MailStep } from './MailStep.tsx';
import '../parts/accounts.css';
import './first-start.css';

type Props = {
  token: string;
  state: FirstStartState;
  /** Called if the token is no longer valid. */
  onClosed: () => void;
  /** Called if the setup has already been completed in another window. */
  onOver: () => void;
};

function wordsFor(t: Translate, field: string, rule: string): string {
  if (field === 'district' && rule === 'required') return t('firstStart.district.required');
  if (field === 'productName' && rule === 'required') return t('firstStart.look.required');
  if (field === 'primaryColor') return t('firstStart.look.color.invalid');
  if (field === 'email' && rule === 'taken') return t('firstStart.email.taken');
  if (field.endsWith('email')) return ruleText(t, 'email', rule);
  return ruleText(t, field, rule);
}

const SIGNS = { district: DistrictStep, operator: OperatorStep, look: ThemeStep, administrator: AdministratorStep };

/**
 * Shows the five steps of the setup. Each step is saved before the next one opens. The last step creates the district and asks for a second factor.
 */
export function FirstStartSteps({ token, state: first, onClosed, onOver }: Props) {
  const { t, locale } = useT();
  const [state, setState] = useState(first);
  const [step, setStep] = useState<FirstStartStep>('district');
  const [conflict, setConflict] = useState(false);
  const [factor, setFactor] = useState<SecondStep['second_factor'] | null>(null);
  const save = useCall(firstStart.save);
  const finish = useCall(firstStart.finish);
  const fields = useCheckedFields(() => valuesOf(first), { words: (field, rule) => wordsFor(t, field, rule), form: 'first-start' });
  const at = FIRST_START_STEPS.indexOf(step);

  const enter = () => loadFromServer(href('homepage'));
  const openStep = (next: FirstStartStep) => {
    setStep(next);
    fields.report({});
    requestAnimationFrame(() => document.querySelector('h1')?.focus());
  };
  const onRefused = (error: AppError) => {
    if (error.code === 'revoked') return onOver();
    if (error.code === 'invalid_link') return onClosed();
    if (error.code === 'version_conflict') return void reread();
    const [wrong] = (error.details?.problems as { field: string }[] | undefined) ?? [];
    if (wrong) setStep(findStep(wrong.field.replace(/^draft\./, '')));
    fields.onRefused(error);
  };
  /** Loads the answers that were saved in another window instead of overwriting them. */
  const reread = async () => {
    try {
      const now = await call(firstStart.open, { body: { token } });
      setState(now);
      fields.set({ ...valuesOf(now), password: '' });
      setConflict(true);
    } catch (error) {
      onRefused(error as AppError);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setConflict(false);
    const found = findStepProblems(step, fields.values);
    fields.report(found);
    if (Object.keys(found).length > 0) return;
    const keep = { token, version: state.version, draft: draftOf(fields.values) };
    const next = FIRST_START_STEPS[at + 1];
    save.mutate(
      { body: keep },
      {
        onSuccess: (saved) => {
          setState(saved);
          if (next) return openStep(next);
          const body = { token, version: saved.version, password: fields.values.password, language: locale };
          finish.mutate(
            { body },
            { onSuccess: (done) => ('second_factor' in done ? setFactor(done.second_factor) : enter()), onError: onRefused },
          );
        },
        onError: onRefused,
      },
    );
  };

  if (factor) return <RequiredFactor token={factor.token} onDone={enter} onBack={() => loadFromServer(href('login'))} />;
  const Fields = step === 'mail' ? null : SIGNS[step];
  return (
    <form id="first-start" className="account-form first-start" onSubmit={submit} noValidate>
      <ol className="first-start-steps" aria-label={t('firstStart.steps')}>
        {FIRST_START_STEPS.map((each, i) => (
          <li key={each} aria-current={each === step ? 'step' : undefined} className={i < at ? 'over' : undefined}>
            {i < at ? (
              <button type="button" onClick={() => openStep(each)}>
                <span className="first-start-number">{i + 1}</span> <span>{t(`firstStart.${each}.title`)}</span>
              </button>
            ) : (
              <span>
                <span className="first-start-number">{i + 1}</span> <span>{t(`firstStart.${each}.title`)}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <PageHeading title={t(`firstStart.${step}.title`)} />
      <p className="account-intro">{t(`firstStart.${step}.intro`)}</p>
      {conflict && <Note role="alert">{t('firstStart.conflict')}</Note>}
      <FormProblem>{formProblem(t, save.error ?? finish.error)}</FormProblem>
      {Fields ? (
        <Fields fields={fields} state={state} />
      ) : (
        <MailStep token={token} state={state} address={fields.values['operator.email']} onRefused={onRefused} />
      )}
      <div className="account-buttons">
        <Button type="submit" variant="primary" disabled={save.isPending || finish.isPending}>
          {t(step === 'administrator' ? 'firstStart.finish' : 'firstStart.next')}
        </Button>
        {at > 0 && <Button onClick={() => openStep(FIRST_START_STEPS[at - 1]!)}>{t('firstStart.back')}</Button>}
      </div>
    </form>
  );
}
