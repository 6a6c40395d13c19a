import { marketplace, type NewOffer, type NewProduct, type Product } from '@fundus/contract/marketplace/marketplace';
import { MAX_OFFERS, PRODUCT_KINDS, PRODUCT_STATES, TRIAL_DAYS } from '@fundus/contract/marketplace/rules';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { MediumFinder } from '../../../components/licences/finders.tsx';
import { mainSubjectName } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chips } from '../../../ui/fields/Chips.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { OfferFields } from './OfferFields.tsx';
import { offerFieldsOf, readOffer, type OfferValues } from './offer-fields.ts';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

const READS = { refreshes: [marketplace.products, marketplace.product] };
const FIELDS = [
  'number',
  'title',
  'publisher',
  'about',
  'description',
  'sample',
  'requirements',
  'data_note',
  'grade_from',
  'grade_to',
] as const;
const gradeOf = (words: string): number | null => (words.trim() === '' ? null : Number(words));

/** Returns the field values of a product, or empty values for a new one. */
const valuesOf = (product: Product | null) => ({
  ...{ number: product?.number ?? '', title: product?.title ?? '', publisher: product?.publisher ?? '', about: product?.about ?? '' },
  ...{ description: product?.description ?? '', sample: product?.sample ?? '', requirements: product?.requirements ?? '' },
  ...{
    data_note: product?.data_note ?? '',
    trial: product?.trial ?? false,
    trial_at_once: product?.trial_at_once ?? false,
    subjects: product?.subjects ?? [],
  },
  ...{ grade_from: String(product?.grade_from ?? ''), grade_to: String(product?.grade_to ?? '') },
  kind: product?.kind ?? ('media' as NewProduct['kind']),
  state: product?.state ?? ('draft' as NewProduct['state']),
});

type Props = { product: Product | null; onClose: () => void; onDone: () => void };

/** Creates or edits a product with its media and offers. */
export function ProductDialog({ product, onClose, onDone }: Props) {
  const { t, locale } = useT();
  const create = useCall(marketplace.createProduct, READS);
  const change = useCall(marketplace.changeProduct, READS);
  const error = create.error ?? change.error;
  const [media, setMedia] = useState(() => (product?.media ?? []).map(({ identifier, fn_titel }) => ({ id: identifier, title: fn_titel })));
  const [offers, setOffers] = useState<OfferValues[]>(() => (product?.offers ?? []).map((offer) => offerFieldsOf(offer, locale)));
  const { values, set, text, choice, problem } = useFields(() => valuesOf(product), {
    error,
    at: FIELDS,
    words: (refused) => marketRefusalText(t, refused),
  });
  const send = () => {
    const body = {
      ...values,
      ...{ grade_from: gradeOf(values.grade_from), grade_to: gradeOf(values.grade_to) },
      media: media.map(({ id }) => id),
      offers: offers.map((offer): NewOffer => readOffer(offer)),
    };
    if (product) change.mutate({ params: { id: product.id }, body: { ...body, version: product.version } }, { onSuccess: onDone });
    else create.mutate({ body }, { onSuccess: onDone });
  };
  const addMedium = (next: { id: string; title: string } | null) =>
    next && setMedia((before) => (before.some(({ id }) => id === next.id) ? before : [...before, next]));
  return (
    <FormDialog
      title={product ? t('market.edit.title', { title: product.title }) : t('market.new')}
      action={t('app.save')}
      disabled={create.isPending || change.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
      className="market-form"
    >
      <TextField label={t('market.field.number')} hint={t('market.field.number.hint')} maxLength={40} {...text('number')} />
      <TextField label={t('market.field.title')} maxLength={200} {...text('title')} />
      <TextField label={t('market.field.publisher')} maxLength={120} {...text('publisher')} />
      <SelectField
        label={t('market.kind')}
        options={PRODUCT_KINDS.map((value) => ({ value, label: t(`market.kind.${value}`) }))}
        {...choice('kind')}
      />
      <SelectField
        label={t('market.state')}
        options={PRODUCT_STATES.map((value) => ({ value, label: t(`market.state.${value}`) }))}
        {...choice('state')}
      />
      <TextField label={t('market.field.about')} maxLength={300} {...text('about')} />
      <TextArea label={t('market.description')} maxLength={8000} rows={5} {...text('description')} />
      <TextField label={t('market.field.sample')} type="url" maxLength={500} {...text('sample')} />
      <TextArea label={t('market.requirements')} maxLength={2000} {...text('requirements')} />
      <TextArea label={t('market.data')} maxLength={2000} {...text('data_note')} />
      <Checkbox
        label={t('market.field.trial', { count: TRIAL_DAYS })}
        checked={values.trial}
        onChange={({ target }) => set({ trial: target.checked })}
      />
      {values.trial && (
        <Checkbox
          label={t('market.field.trial_at_once')}
          checked={values.trial_at_once}
          onChange={({ target }) => set({ trial_at_once: target.checked })}
        />
      )}
      <div className="market-pair">
        <TextField label={t('market.field.from')} inputMode="numeric" {...text('grade_from')} />
        <TextField label={t('market.field.to')} inputMode="numeric" {...text('grade_to')} />
      </div>
      <SubjectFields codes={values.subjects} onChange={(subjects) => set({ subjects })} />
      <MediumFinder chosen={null} onChoose={addMedium} error={error && refusedMedia(error) ? marketRefusalText(t, error) : null} />
      <Chips
        label={t('market.contents')}
        chips={media.map(({ id, title }) => ({ key: id, name: title }))}
        removeLabel={(name) => t('market.remove', { name })}
        onRemove={(id) => setMedia((before) => before.filter((each) => each.id !== id))}
      />
      <OfferList offers={offers} onChange={setOffers} />
    </FormDialog>
  );
}

const refusedMedia = ({ field }: { field?: string | undefined }): boolean => field === 'media';

/** Selects the subjects of a product. */
function SubjectFields({ codes, onChange }: { codes: readonly string[]; onChange: (codes: string[]) => void }) {
  const { t } = useT();
  return (
    <>
      <SelectField
        label={t('market.field.subject')}
        value=""
        options={[
          { value: '', label: t('market.field.subject.add') },
          ...MAIN_SUBJECTS.filter(({ code }) => !codes.includes(code)).map((subject) => ({
            value: subject.code,
            label: mainSubjectName(subject),
          })),
        ]}
        onChange={(code) => code !== '' && onChange([...codes, code])}
      />
      <Chips
        label={t('market.subject')}
        chips={MAIN_SUBJECTS.filter(({ code }) => codes.includes(code)).map((subject) => ({
          key: subject.code,
          name: mainSubjectName(subject),
        }))}
        removeLabel={(name) => t('market.remove', { name })}
        onRemove={(code) => onChange(codes.filter((each) => each !== code))}
      />
    </>
  );
}

type OfferListProps = { offers: OfferValues[]; onChange: (change: (before: OfferValues[]) => OfferValues[]) => void };

function OfferList({ offers, onChange }: OfferListProps) {
  const { t, locale } = useT();
  const setOffer = (at: number, about: Partial<OfferValues>) =>
    onChange((before) => before.map((offer, i) => (i === at ? { ...offer, ...about } : offer)));
  return (
    <>
      {offers.map((offer, at) => (
        <OfferFields
          key={offer.key}
          number={at + 1}
          offer={offer}
          onChange={(about) => setOffer(at, about)}
          onRemove={() => onChange((before) => before.filter((_, i) => i !== at))}
        />
      ))}
      {offers.length < MAX_OFFERS && (
        <Button variant="line" icon={<Plus />} onClick={() => onChange((before) => [...before, offerFieldsOf(null, locale)])}>
          {t('market.offer.add')}
        </Button>
      )}
    </>
  );
}
