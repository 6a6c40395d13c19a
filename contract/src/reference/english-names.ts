/** English names of media types (fn_typ) and of the upper two levels of the subject tree (fn_geb). Loaded only if the UI language is English. */
const NAMES = `
10 Slides|12 Transparencies|19 Picture|24 Audio CD|29 Online audio|32 16 mm film|42 Video cassette (VHS)|46 Video DVD|49 Online film
50 Media package|MP Media package|55 Online media package|56 Media module|57 Online resource|58 Website, research tool|66 CD-ROM
69 Online software|79 Online document|CP Document|89 Device for loan|LEX Encyclopaedia entry|UC_APP App|UC_BOOK Digital textbook
UC_PRINT Book|UC_CLIP Video clip|UC_H5P Interactive exercise (H5P)
020 Work and Technology|02001 Introduction to the world of work|02002 Careers
040 Vocational Education|04001 Horticulture and agriculture, nature and environment|04002 Construction, architecture, surveying
04003 Science and mathematics|04004 IT and media technology|04005 Electrical engineering|04006 Hospitality and home economics
04007 Painting and interior design|04008 Health and care|04009 Woodworking|04010 Vehicle technology, mechatronics|04011 Metalworking
04012 Textiles and clothing|04013 Business and administration|04014 Occupational safety|04015 Social work and childcare
04016 Transport and logistics|04017 Air conditioning, heating and plumbing|04018 Services|04019 Food|04020 Art, culture, design
060 Art|06001 Foundations of artistic work|06002 Theories of art|06003 History of art|06004 Contemporary applied art
06005 Conservation and restoration|06080 Bilingual teaching
080 Biology|08001 General biology|08002 Microorganisms|08003 Fungi|08004 Botany|08005 Zoology|08006 Human biology|08007 Ecology
08008 Biographies|08080 Bilingual teaching
100 Chemistry|10001 History of chemistry|10002 General chemistry|10003 Physical chemistry|10004 Inorganic chemistry
10005 Organic chemistry|10006 Biochemistry|10007 Applied chemistry|10008 Biographies|10080 Bilingual teaching
120 German|12001 Literature|12002 Drama, school theatre|12003 Non-literary texts|12004 Communication
12005 German as a second and foreign language|12006 Grammar, spelling|12007 Reading, reading techniques, working with texts
140 Early Childhood Education|14001 Fairy tales and stories|14002 Areas of life|14003 Social behaviour
14004 Mathematics, technology, science|14005 Religion, ethics|14006 Foreign languages|14007 Making music, singing, dancing
14008 Painting, crafts|14009 Discovering our earth|14010 Road safety|14011 Language development|14012 Movement, motor skills
14013 Body awareness, sex education|14014 Media education
160 Ethics|16001 Conflicts and conflict resolution|16002 Social bonds|16003 Values and norms|16005 Anthropology
16006 Religions, world views|16080 Bilingual teaching
180 Leisure|18001 Leisure activities, hobbies|18002 Recreational sports|18003 Travel|18004 Family, community, clubs
200 Foreign Languages|20001 English|20002 French|20003 Greek|20004 Italian|20005 Latin|20006 Russian|20007 Spanish|20008 Turkish
20009 Sorbian|20010 Danish|20011 Polish|20012 Czech|20013 Dutch|20014 Portuguese|20040 Other European languages|20041 Chinese
20042 Japanese|20070 Other non-European languages|20080 Esperanto
220 Geography|22001 Geographical methods and representations|22002 Earth|22003 Geology|22004 Geomorphology|22005 Hydrography
22006 Climate geography|22007 Biogeography|22008 Geoecology|22009 Social geography|22010 Population geography
22011 Settlement geography|22012 Political geography|22013 Economic geography|22014 Agricultural geography
22015 Industrial geography|22016 Transport geography|22017 Geography of tourism|22018 Federal Republic of Germany|22019 Europe
22020 Asia|22021 Australia and Oceania|22022 Africa|22023 America|22024 Poles and oceans|22080 Bilingual teaching
240 History|24001 Historical sources|24002 Periods|24003 State and regional history|24004 Historical overviews and themes
24005 Biographies|24080 Bilingual teaching
260 Health|26001 Staying healthy|26002 Illness|26003 Disability|26004 Psychology, psychiatry|26005 Medical care
280 Primary School|28001 German|28002 German for children with another first language|28003 Media education|28004 Ethics
28005 Foreign languages|28006 Art, crafts, textiles|28007 Mathematics|28008 Music|28009 Religion|28010 General studies|28011 PE
320 Computing|32001 Basic computing|32002 Computer science|32003 Vocational computing|32004 Algorithms
340 Intercultural Education|34001 Situation in countries of origin|34002 Living together across cultures
360 Youth Education|36001 Coping with life|36002 Ways of life|36003 Living together|36004 Life elsewhere
36005 Influence of subcultures, ideologies, sects|36006 Creative and artistic learning|36007 Games
380 Mathematics|38001 Numbers, algebra|38002 Calculus, analytic geometry|38003 Geometry|38004 Finite mathematics, probability
38005 Mathematics and chaos|38006 Applications of mathematics
400 Media Education|40001 Foundations|40002 Fields of media education|40003 Results of media projects|40004 Digital skills
420 Music|42001 Non-European music|42002 European styles and periods|42003 Kinds of music|42004 Interpretation
42005 Music and society|42006 Music and technology|42007 Music theory|42008 Compilations for teaching|42080 Bilingual teaching
440 Education|44001 General education|44002 Educational psychology|44003 Preschool education|44004 School education
44005 Vocational education|44006 Special needs education|44007 Social education|44008 Adult education
44009 Education of migrants|44010 Parents and upbringing|44011 Inclusion
450 Philosophy|45001 Non-European philosophy|45002 Periods|45003 Contemporary philosophical questions|45004 Biographies
45005 Practical philosophy
460 Physics|46001 Classical mechanics|46002 Thermodynamics|46003 Optics|46004 Magnetism|46005 Electricity|46006 Relativity
46007 Quantum theory|46008 Atomic physics|46009 Nuclear physics|46010 Chaos theory|46011 Particle physics
46012 Solid-state physics|46013 Biophysics|46014 Astronomy|46015 Technology|46016 Biographies|46080 Bilingual teaching
480 Civics|48001 Political theories|48002 Political system of the Federal Republic of Germany
48003 Political systems of other countries|48004 Fields of policy|48005 Current questions of society|48006 Individual and society
48007 Political figures|48080 Bilingual teaching
500 Practical Subjects|50001 Home economics|50002 Typing, word processing, shorthand|50003 School garden|50004 Textiles|50005 Crafts
510 Psychology
520 Religion|52001 Religious studies|52002 Bible|52003 Church and society|52004 Worship and piety|52005 Religious life
52006 Religious art
540 Rescue and Safety|54001 Accident prevention|54002 Fire protection, firefighting|54003 Civil protection
54004 Relief and rescue services|54005 First aid
560 Sex Education|56001 Sexuality|56002 Puberty|56003 Relationships|56004 Pregnancy and birth|56005 Contraception
56006 Sexual abuse|56007 Sexually transmitted diseases
580 Feature and Documentary Films|58001 Short film|58002 Full-length film|58003 Films for particular audiences|58004 Documentary
600 PE and Sports|60001 Sports science|60002 Areas of sport|60003 Kinds of sport|60004 Organisation of sport|60005 Olympic Games
60006 Sport and art|60007 Sport and law|60008 Sport and environment|60009 Sports facilities|60010 Sport and physics
60011 Sport and nutrition|60012 Sport and education|60013 Sport and biology|60080 Bilingual teaching
620 Addiction and Prevention|62001 Causes of addiction|62002 Drugs|62003 Other addictions|62004 Prevention, therapy
62005 Social aspects|62080 Bilingual teaching
640 Environment|64001 Water|64002 Soil|64003 Air|64004 Climate|64005 Forest|64006 Species, habitats|64007 Landscape
64008 Agriculture and food production|64009 Waste|64010 Energy|64011 Noise|64012 Traffic|64013 Leisure and tourism
64014 Building and housing|64015 Environment in politics and business|64016 Environmentally aware behaviour
64017 Cross-topic presentations
660 Road Safety|66001 Behaviour in traffic|66002 Means of transport|66003 Transport routes|66004 Traffic law
66005 Transport policy|66006 Safety technology, driving physics|66007 Traffic psychology and sociology|66008 Traffic medicine
66009 Traffic and weather|66010 Traffic and environment|66011 Traffic accidents
680 Continuing Education|68001 Foundations of continuing education|68002 Political education|68003 Cultural education
68004 Creative education|68005 Parent and family education|68006 Business education|68007 Mathematics and science education
68008 Language education|68009 Health and sports education|68010 School-leaving qualifications for adults
68011 Courses for particular groups
700 Economics|70001 Private household|70002 Business studies|70003 Economics|70080 Bilingual teaching
720 Cross-curricular Media
`;

/** English names by code. Codes of media types have two characters, codes of subjects at least three digits. */
export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.trim()
    .split(/[\n|]/)
    .map((entry) => {
      const gap = entry.indexOf(' ');
      return [entry.slice(0, gap), entry.slice(gap + 1)];
    }),
);
