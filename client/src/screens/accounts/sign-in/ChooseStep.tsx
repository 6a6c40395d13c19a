import { providers, type SignInResult } from '@fundus/contract/accounts/providers';
import { BookOpen, GraduationCap, School } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import '../parts/accounts.css';
import { FormError } from '../parts/FormError.tsx';
import { toRequestBody, keyOf, roleText } from '../parts/school-role.ts';

type Props = {
  arrival: Extract<SignInResult, { kind: 'choose' }>;
  onArrival: (arrival: SignInResult) => void;
  onBack: () => void;
};

const ICONS = { L: <GraduationCap />, P: <School />, S: <BookOpen /> };

/** Lets the user choose a school and role if the identity provider reports several. */
export function ChooseStep({ arrival: { token, provider, schools }, onArrival, onBack }: Props) {
  const { t } = useT();
  const choose = useCall(providers.chooseArrival);
  return (
    <div className="account-form">
      <PageHeading title={t('provider.choose.title')} />
      <p className="account-intro">{t('provider.choose.text', { provider })}</p>
      <FormError error={choose.error} />
      <ul className="school-roles" aria-label={t('provider.choose.title')}>
        {schools.map((item) => (
          <li key={keyOf(item)}>
            <button
              type="button"
              className="school-role"
              disabled={choose.isPending}
              onClick={() => choose.mutate({ body: { token, ...toRequestBody(item) } }, { onSuccess: onArrival })}
            >
              {ICONS[item.role ?? 'P']}
              <span>
                <b>{item.name}</b>
                {item.role && <span className="quiet small">{roleText(t, item.role)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="account-foot">
        <Button flush onClick={onBack}>
          {t('factor.back')}
        </Button>
      </p>
    </div>
  );
}
