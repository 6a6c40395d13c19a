import type { Reply } from '@fundus/contract/endpoint';
import type { lending } from '@fundus/contract/lending/lending';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import { FavouriteButton } from '../models/FavouriteButton.tsx';
import { ManualLinks } from '../models/ManualLinks.tsx';
import { ModelPictures } from '../models/ModelPicture.tsx';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';
import '../parts/cart.css';

type Model = Reply<typeof lending.model>;

type Props = {
  model: Model;
  /** Maximum duration of a loan, as text. */
  limit: string;
  /** True if a user is signed in, who can mark the model as a favourite. */
  user: boolean;
  /** Returns the URL of another model. */
  hrefOf: (id: string) => string;
};

/** Describes a model: limits and value, pictures, briefing, parts, compatible models and manuals. */
export function ModelFacts({ model, limit, user, hrefOf }: Props) {
  const { t, locale } = useBorrowerTexts();
  const { id, name, description, parts, devices, manual, replacement_cents, needs_briefing, briefing, teachers_only } = model;
  const fits = model.fits.filter((fit) => fit.devices > 0);
  return (
    <div className="lending-facts">
      <div className="lending-shown">
        <ModelPictures pictures={model.pictures} label={t('lending.pictures')} />
      </div>
      <div>
        <p className="small-print">
          {joinFacts([
            t('lending.held', { count: devices }),
            limit,
            ...(replacement_cents === null ? [] : [t('lending.value', { amount: formatMoney(replacement_cents, locale) })]),
          ])}
        </p>
        <div className="lending-does">{user && <FavouriteButton id={id} name={name} />}</div>
        {teachers_only && <p className="lending-state">{t('lending.openTo.teachers')}</p>}
        {needs_briefing && <BriefingNote briefing={briefing} />}
        {description && <p className="lending-words">{description}</p>}
        {parts.length > 0 && (
          <p>
            {t('lending.parts')}: {parts.map((part) => (part.count > 1 ? `${part.count}\u00a0×\u00a0${part.name}` : part.name)).join(', ')}
          </p>
        )}
        <div className="lending-more">
          {fits.length > 0 && <FittingModels fits={fits} hrefOf={hrefOf} />}
          {(manual || model.manuals.length > 0) && <ManualLinks address={manual} manuals={model.manuals} />}
        </div>
      </div>
    </div>
  );
}

/** Shows whether the user has received the briefing that the model requires. */
function BriefingNote({ briefing }: Pick<Model, 'briefing'>) {
  const { t, locale } = useBorrowerTexts();
  return (
    <Note>
      <p>
        {briefing
          ? briefing.until
            ? t('lending.briefing.until', { day: formatDate(briefing.until, 'short', locale) })
            : t('lending.briefing.held')
          : t('lending.briefing.needed')}
      </p>
    </Note>
  );
}

function FittingModels({ fits, hrefOf }: Pick<Model, 'fits'> & Pick<Props, 'hrefOf'>) {
  const { t } = useBorrowerTexts();
  return (
    <div className="lending-fits">
      <h3 id="lending-fits">{t('lending.fits')}</h3>
      <ul aria-labelledby="lending-fits">
        {fits.map((fit) => (
          <li key={fit.id}>
            <Link href={hrefOf(fit.id)}>{fit.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
