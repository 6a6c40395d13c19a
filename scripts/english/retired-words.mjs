/**
 * Retired words by the term that replaced them (docs/GLOSSARY.md). An entry of `identifiers` is rejected as part of any name (`told` in `findTold`),
 * with `()` only as the whole name (`held()`), with a folder only there (`server:told`). `phrases` are rejected in comments, texts and documents; `*`
 * matches any ending.
 */
export const RETIRED = [
  { term: 'a subject', identifiers: ['utils', 'helpers', 'helper'] },
  { term: 'fallback', identifiers: ['Way()', 'ways()', 'WAYS()'] },
  { term: 'position', identifiers: ['keepsPlace()', 'keepPlace()'] },
  { term: 'require…', identifiers: ['administrated', 'server:taught()'] },
  { term: 'lock…', identifiers: ['holdGiver()', 'holdAdministered()'] },
  { term: 'select…', identifiers: ['server:reaching()'] },
  { term: 'claim…', identifiers: ['takeJob()', 'takeUse()', 'takeSigns()', 'takeUntold()', 'takeForgotten()'] },
  { term: 'notify…', identifiers: ['told', 'tellApprovers()', 'aboutThem()'] },
  { term: 'manage', identifiers: ['looksAfter()', 'looksAfterLicences()', 'looksAfterSchools()'], phrases: ['look* after'] },
  { term: 'audit scope', identifiers: ['server:placeOf()', 'AuditPlace()'] },
  { term: 'search scope', identifiers: ['holdings'], phrases: ['whole holdings'] },
  { term: 'entitlement', identifiers: ['held', 'holding'] },
  { term: 'appearance', identifiers: ['MediumPlace()'] },
  { term: 'role', identifiers: ['mayBe()'] },
  {
    term: 'OpenID request',
    identifiers: ['oidc_visit()', 'beginVisit()', 'leadBack()', 'linkArrival()', 'createArrival()', 'surelyMeant()', 'openOnes()'],
  },
  { term: 'pending sign-in', identifiers: ['sign_in_step()', 'makeStep()', 'readStep()', 'finishStep()'] },
  { term: 'text override', identifiers: ['own_text()', 'text_version()'] },
  { term: 'embedding', identifiers: ['workOutPlaces()', 'findPlaces()', 'storePlaces()'] },
  { term: 'live segment, index view', identifiers: ['search:Entry()', 'search:generation()'] },
  { term: 'dedup hash', identifiers: ['media_use_sign()'] },
  { term: 'school membership', identifiers: ['schooling'] },
  { term: 'retention', identifiers: ['keepNoLonger()'] },
  { term: 'invalid, notFound', identifiers: ['wrongBody()', 'badFile()'] },
];
