/** Reads a `Product` of ONIX 2.1 or 3.0 with reference names or short tags, as written by publishers. */
import { childrenOf, elementsAt, isElement, textAt, textsAt } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, readAddress, readName, extractYear, unique } from './foreign-record.ts';
import { preferGerman } from './prefer-german.ts';
import { parseIsbn } from '@fundus/contract/catalogue/work-numbers';
import { findNumbers } from './work-numbers.ts';

/** Reference names by short tag. */
const SHORT_TAGS: Readonly<Record<string, string>> = Object.fromEntries(
  `a001:RecordReference a002:NotificationType productidentifier:ProductIdentifier b221:ProductIDType b244:IDValue descriptivedetail:DescriptiveDetail
   b012:ProductForm b333:ProductFormDetail titledetail:TitleDetail b202:TitleType titleelement:TitleElement x409:TitleElementLevel b203:TitleText
   b030:TitlePrefix b031:TitleWithoutPrefix b029:Subtitle title:Title contributor:Contributor b036:PersonName b037:PersonNameInverted b039:NamesBeforeKey
   b040:KeyNames b047:CorporateName language:Language b253:LanguageRole b252:LanguageCode extent:Extent b218:ExtentType b219:ExtentValue b220:ExtentUnit
   subject:Subject b070:SubjectHeadingText collateraldetail:CollateralDetail textcontent:TextContent x426:TextType d104:Text othertext:OtherText
   d102:TextTypeCode publishingdetail:PublishingDetail publisher:Publisher b081:PublisherName imprint:Imprint b079:ImprintName
   publishingdate:PublishingDate x448:PublishingDateRole b306:Date b003:PublicationDate supportingresource:SupportingResource x436:ResourceContentType
   resourceversion:ResourceVersion x435:ResourceLink website:Website b295:WebsiteLink audiencerange:AudienceRange b074:AudienceRangeQualifier
   b076:AudienceRangeValue`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':')),
);

/** Kinds of medium by product form, a code of List 150 or List 7. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^A[CIJ]|^AZ/, 'Audio-CD'],
  [/^A/, 'audio'],
  [/^B/, 'book'],
  [/^C/, 'image'],
  [/^D[BCL]|^EA|^E[BCD]$|^DG/, 'e-book'],
  [/^D/, 'software'],
  [/^V[ILOP]|^VB/, 'DVD'],
  [/^V/, 'video'],
  [/^[FP]/, 'image'],
  [/^L/, 'online-angebot'],
  [/^[SX]/, 'medienpaket'],
];

/** Kinds of medium by product form detail, for digital products. */
const DETAILS: readonly (readonly [RegExp, string])[] = [
  [/^A/, 'audio'],
  [/^D[12]0[56]|^V/, 'video'],
];

/** Notification type of List 1 for products that are withdrawn or were announced by mistake. */
const DELETED = '05';

export function readOnix(element: XmlElement): ForeignRecord {
  const product = expandNames(element);
  const detail = childrenOf(product, 'DescriptiveDetail')[0] ?? product;
  const titles = [...elementsAt(detail, 'TitleDetail'), ...childrenOf(product, 'Title')];
  const title = titles.find((each) => textAt(each, 'TitleType') === '01') ?? titles[0];
  const parts = title ? [...childrenOf(title, 'TitleElement'), title] : [];
  const numbers = elementsAt(product, 'ProductIdentifier').map((each) => ({
    kind: textAt(each, 'ProductIDType'),
    value: textAt(each, 'IDValue'),
  }));
  const published = childrenOf(product, 'PublishingDetail')[0] ?? product;
  return {
    ...emptyRecord(),
    identifier: textAt(product, 'RecordReference'),
    deleted: textAt(product, 'NotificationType') === DELETED,
    title: parts.map(readTitle).find(Boolean) ?? textAt(product, 'DistinctiveTitle'),
    subtitle: parts.flatMap((each) => textsAt(each, 'Subtitle'))[0] ?? '',
    description: descriptionOf(product),
    creators: unique(childrenOf(detail, 'Contributor').map(readContributor)),
    publisher: textAt(published, 'Publisher', 'PublisherName') || textAt(published, 'Imprint', 'ImprintName'),
    year:
      [...textsAt(published, 'PublishingDate', 'Date'), ...textsAt(product, 'PublicationDate')]
        .map((text) => extractYear(text.slice(0, 4)))
        .find(Boolean) ?? null,
    type: typesOf(detail),
    languages: unique(
      childrenOf(detail, 'Language').flatMap((each) => (textAt(each, 'LanguageRole') === '01' ? textsAt(each, 'LanguageCode') : [])),
    ),
    keywords: unique(textsAt(detail, 'Subject', 'SubjectHeadingText').flatMap((text) => text.split(';'))),
    duration: durationOf(detail),
    address: textsAt(product, 'Website', 'WebsiteLink').flatMap((text) => readAddress(text) ?? [])[0] ?? null,
    preview: coverOf(product),
    numbers: {
      ...findNumbers(numbers.filter(({ kind }) => kind === '03' || kind === '06').map(({ value }) => value)),
      isbn: unique(numbers.filter(({ kind }) => ['02', '03', '15'].includes(kind)).flatMap(({ value }) => parseIsbn(value) ?? [])),
    },
  };
}

const expandNames = (element: XmlElement): XmlElement => ({
  ...element,
  name: SHORT_TAGS[element.name] ?? element.name,
  children: element.children.map((node) => (isElement(node) ? expandNames(node) : node)),
});

const readTitle = (element: XmlElement): string =>
  textAt(element, 'TitleText') || [textAt(element, 'TitlePrefix'), textAt(element, 'TitleWithoutPrefix')].filter(Boolean).join(' ');

const readContributor = (person: XmlElement): string =>
  textAt(person, 'PersonName') ||
  [textAt(person, 'NamesBeforeKey'), textAt(person, 'KeyNames')].filter(Boolean).join(' ') ||
  readName(textAt(person, 'PersonNameInverted')) ||
  textAt(person, 'CorporateName');

/** Returns the long description, otherwise the short one. */
function descriptionOf(product: XmlElement): string {
  const texts = [...elementsAt(product, 'CollateralDetail', 'TextContent'), ...childrenOf(product, 'OtherText')];
  const typed = texts.map((each) => ({
    type: textAt(each, 'TextType') || textAt(each, 'TextTypeCode'),
    text: preferGerman(childrenOf(each, 'Text'), 'language'),
  }));
  return ['03', '01', '02'].map((type) => typed.find((each) => each.type === type)?.text).find(Boolean) ?? '';
}

function typesOf(detail: XmlElement): string[] {
  const form = textAt(detail, 'ProductForm');
  const named = form === 'EA' || form.startsWith('E') ? textsAt(detail, 'ProductFormDetail') : [];
  const kinds = named.flatMap((code) => DETAILS.find(([pattern]) => pattern.test(code))?.[1] ?? []);
  return unique([...kinds, FORMS.find(([pattern]) => pattern.test(form))?.[1] ?? (form.startsWith('E') ? 'e-book' : '')]);
}

/** Returns the duration as hours, minutes or seconds, or as digits for all three. */
function durationOf(detail: XmlElement): string {
  const extent = childrenOf(detail, 'Extent').find((each) => textAt(each, 'ExtentType') === '09');
  if (!extent) return '';
  const value = textAt(extent, 'ExtentValue');
  const unit = textAt(extent, 'ExtentUnit');
  if (unit === '16') return value.replace(/^(\d{3})(\d{2})(\d{2})$/, '$1:$2:$3');
  if (unit === '15') return value.replace(/^(\d{3})(\d{2})$/, '$1:$2:00');
  return { '04': `${value} h`, '05': `${value} min`, '06': value }[unit] ?? '';
}

function coverOf(product: XmlElement): string | null {
  const cover = elementsAt(product, 'CollateralDetail', 'SupportingResource').find((each) => textAt(each, 'ResourceContentType') === '01');
  return cover ? (textsAt(cover, 'ResourceVersion', 'ResourceLink').flatMap((text) => readAddress(text) ?? [])[0] ?? null) : null;
}
