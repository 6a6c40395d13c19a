import { AUDIENCES_OF, NEWS_ROLES, type NewsAudience } from '@fundus/contract/news/rules';
import { useT } from '../../../i18n/translate.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { speakerOf, hasTargets, type EditValues, type Problems, type Speaker } from './edit-values.ts';
import { ruleText } from '../problems.ts';
import { TargetsFinder } from './TargetsFinder.tsx';
import './edit-news.css';

type Props = {
  values: EditValues;
  /** Senders that the user may select. */
  can: { school: boolean; district: boolean };
  problems: Problems;
  set: (about: Partial<EditValues>) => void;
};

/** Fields for the sender and the audience of an article. */
export function AudienceFields({ values, can, problems, set }: Props) {
  const { t } = useT();
  const { audience, targets, roles } = values;
  const speaker = speakerOf(audience);
  const speakers = (['school', 'district'] as const).filter((one) => can[one] || one === speaker);
  const setSender = (one: Speaker) => one !== speaker && set({ audience: AUDIENCES_OF[one][one === 'district' ? 1 : 0] as NewsAudience });
  return (
    <fieldset className="news-section">
      <legend>{t('news.section.audience')}</legend>
      {speakers.length > 1 && (
        <SelectField
          label={t('news.field.speaker')}
          value={speaker}
          options={speakers.map((value) => ({ value, label: t(`news.speaker.${value}`) }))}
          onChange={setSender}
        />
      )}
      <SelectField
        label={t('news.field.audience')}
        value={audience}
        error={ruleText(t, problems.audience)}
        options={AUDIENCES_OF[speaker].map((value) => ({ value: value as NewsAudience, label: t(`news.audience.${value}`) }))}
        onChange={(next) => set({ audience: next })}
      />
      {hasTargets(audience) && (
        <TargetsFinder
          key={audience}
          of={audience}
          chosen={targets[audience]}
          error={ruleText(t, problems.targets)}
          onChoose={(chosen) => set({ targets: { ...targets, [audience]: chosen } })}
        />
      )}
      {audience !== 'public' && (
        <SelectField
          label={t('news.field.roles')}
          value={roles}
          error={ruleText(t, problems.roles)}
          options={NEWS_ROLES.map((value) => ({ value, label: t(`news.roles.${value}`) }))}
          onChange={(next) => set({ roles: next })}
        />
      )}
    </fieldset>
  );
}
