/** English names of the subject tree of German media centres (`subjects-data.ts`): code and name, one per line, in the same order. */
export const ENGLISH_SUBJECT_TABLE = `
020 Work and Technology
02001 Introduction to the world of work
0200101 Working conditions, work processes
0200102 Value of work
0200103 Occupational safety
0200104 Law in the workplace
0200105 Types of company, company structures
0200106 Structural change, rationalisation, humanisation of work
0200107 Social conditions
0200108 History of work and technology
02002 Careers
0200201 Criteria for choosing a career
0200202 Job profiles
020020201 Occupations in science and technology
02002020101 Metalworking occupations
02002020102 Electrical occupations
02002020103 Occupations in construction, mining and stone
02002020104 Occupations in textiles, clothing and leather
02002020105 Occupations in printing and paper
02002020106 Occupations in wood and plastics
02002020107 Occupations in chemicals, glass and ceramics
020020202 Medical occupations
020020203 Occupations in social care
020020204 Occupations in home economics
020020205 Occupations in education
020020206 Occupations in commerce
020020207 Occupations in data processing
020020208 Occupations in public administration
020020209 Occupations in transport
020020210 Occupations in the German armed forces
020020211 Occupations in art and design
020020212 Occupations in journalism and the media
020020213 Skilled trades
020020214 Occupations in agriculture and forestry
020020215 Occupations in food, hotels and catering
0200203 Changing occupations
0200204 Career paths, further training
040 Vocational Education
04001 Horticulture and agriculture, nature and environment
0400101 Crop production
040010101 Arable farming and crop growing
040010102 Plant breeding
040010103 Plant nutrition
040010104 Crop protection
040010105 Grassland
040010106 Speciality crops
0400102 Soil science and land improvement
0400103 Livestock production
040010301 Animal breeding, husbandry and care
04001030101 Poultry
04001030102 Horses
04001030103 Cattle
04001030104 Sheep
04001030105 Pigs
04001030106 Fish
04001030107 General
040010302 Animal nutrition
0400104 Agricultural engineering
0400105 Business management
0400106 Agricultural policy
0400108 Environmental protection and nature conservation
0400109 Forestry
040010901 Hunting
040010902 Forests
0400110 Horticulture, floristry
0400112 History of agriculture
04002 Construction, architecture, surveying
0400201 Civil engineering
040020101 Railway construction
040020102 Earthworks
040020103 Foundation engineering
040020104 Sewer construction
040020105 Road and path construction
040020106 Tunnelling
040020107 Hydraulic engineering
0400202 Building construction
040020201 Concrete construction
040020202 Roofing
040020203 Façade construction
040020204 Masonry
040020205 Steel construction
040020206 Reinforced concrete construction
0400203 Interior construction and finishing
040020301 Flooring
040020302 Insulation
040020303 Electrical installations
040020304 Screeding
040020305 Building services
040020306 Timber construction
040020307 Metal construction
040020308 Plastering and rendering
0400204 Construction management
0400205 Architecture, construction technology
0400206 Surveying
0400207 Foundations of construction
0400208 Practical applications in construction
0400209 Building defects
0400210 Building materials
04003 Science and mathematics
0400301 Laboratory work
0400302 Production engineering
0400303 Chemistry
0400304 Earth sciences
040030401 Cartography
040030402 Meteorology
0400305 Mathematics and statistics
0400306 Pharmacy
04004 IT and media technology
0400401 Archives, libraries, documentation
0400402 Print and media
040040201 Media technology
04004020101 Printing
04004020102 Paper
04004020103 Type and lettering
040040202 Media design
0400403 Film, radio and television
0400404 Photography
0400405 Publishing
0400406 IT, computers
040040601 Hardware and software development
040040602 System administration
040040603 Customer support
04005 Electrical engineering
0400501 Areas of work
040050101 Power engineering
040050102 Drive technology
040050103 Telecommunications engineering
040050104 Electronics
040050105 Mechatronics, automation
040050106 Electronic equipment
040050107 Building services
040050108 Theory of electrical engineering
0400502 Methods
040050201 Foundations
040050202 Measurement and control
040050203 Practical computing
040050204 Circuit design and functional analysis
040050205 Materials
040050206 Technical communication
04006 Hospitality and home economics
0400601 Hospitality
040060101 Food and drink service
040060102 Kitchen
040060103 Housekeeping
040060104 Administration
040060105 Reception
040060106 Other areas
0400602 Home economics
040060201 Nutrition
040060202 Food studies
040060203 Serving at table
040060204 Sales skills
040060205 Socio-economics
040060206 Household technology
040060207 Ecology of the home
040060208 Textile design
040060209 Health education
040060210 Bringing up children
040060211 Home gardening
04007 Painting and interior design
0400701 Paint technology
040070101 Optics, colour theory
040070102 Substrates
040070103 Coating techniques
040070104 Designing with colour
0400702 Interior design
040070201 Room design
040070202 Surface design
040070203 Wall design
040070204 Floor design
040070205 Decoration
04008 Health and care
0400801 Foundations of medicine
0400802 Staying healthy
0400803 Prevention
0400804 First aid
0400805 Therapy
0400806 Rehabilitation
0400807 Nutrition
0400808 Nursing and care
040080801 Care of older people
040080802 Nursing
040080803 Maternity care
040080804 Care of people with disabilities
040080805 Childcare
04009 Woodworking
0400901 Working and machining wood
0400902 Manufacture of wood products
0400903 Foundations of wood technology
0400904 Technical communication
0400905 Damage to wood
0400906 Materials
04010 Vehicle technology, mechatronics
0401001 Engine technology
0401002 Transmission of power and motion
0401003 Chassis and brakes
0401004 Control engineering
0401005 Bodywork
0401006 Installation technology
04011 Metalworking
0401101 Engineering mechanics
0401102 Engineering design, machine elements
040110201 Machine elements
040110202 Prime movers and driven machines
0401103 Materials technology
040110301 Raw materials
040110302 Engineering materials
040110303 Corrosion
0401104 Production engineering
040110401 Manufacturing processes
04011040101 Casting and primary shaping
04011040102 Forming
04011040103 Cutting and separating
04011040104 Joining
04011040105 Changing material properties
04011040106 Electroplating and surface treatment
040110402 Process engineering
0401105 Testing and inspection
040110501 Measurement and inspection
040110502 Materials testing
0401106 Thermodynamics
0401107 Control engineering
0401108 Special fields of metalworking
0401109 Technical communication
0401110 Ergonomics and work studies
04012 Textiles and clothing
0401201 Textile raw materials
0401202 Textile manufacture
0401203 Textile machinery
0401204 Textile finishing and decoration
0401205 Making up textiles
0401206 Leather
0401207 Textile care
04013 Business and administration
0401301 Business studies
040130101 Purchasing
040130102 Production
040130103 Sales
040130104 Organisation
040130105 Human resources
040130106 Accounting
040130107 Finance
040130108 Data processing
040130109 Particular types of business
0401302 Economics
040130201 Foundations
040130202 National accounts
040130203 Market and price
040130204 Money
040130205 Economic policy
040130206 Economic systems
040130207 Economic geography
040130208 Economic and social history
0401303 Law and public administration
040130301 Public finance, taxation
040130302 Public order
040130303 Transport
040130304 Construction
040130305 Social services
0401304 Information management
040130401 Business information
040130402 Word processing
040130403 Office management
0401305 Marketing, advertising
0401306 Customer advice, sales
04014 Occupational safety
04015 Social work and childcare
0401501 Education, training and continuing education
0401502 Health and social care management
0401503 Social work, social care
04016 Transport and logistics
0401601 Seafaring
0401602 Cars and road transport
0401603 Railways and rail transport
0401604 Aircraft and aviation
0401605 Transport and logistics
04017 Air conditioning, heating and plumbing
0401701 Water technology
0401702 Ventilation technology
0401703 Heating technology
0401704 Resource-saving technology
04018 Services
0401801 Trade fair and event management
0401802 Event technology
0401803 Call centres
0401804 Hair and beauty
040180401 Hairdressing
040180402 Beauty treatment
0401805 Utilities and waste disposal
0401806 Foreign languages
0401807 Funeral services
0401808 Security services
0401809 Cleaning and hygiene
0401810 Tourism and leisure industry
04019 Food
0401901 Food technology
0401902 Food production
0401903 Food studies
040190301 Basic foods
040190302 Luxury foods and stimulants
040190303 Food preparation
040190304 Food preservation
040190305 Food storage
040190306 Food hygiene
040190307 Food law
04020 Art, culture, design
0402001 Music
0402002 Jewellery
0402003 Arts and crafts
0402004 Museums, restoration, heritage conservation
0402005 Design
0402006 Stage, theatre
060 Art
06001 Foundations of artistic work
0600101 Form, composition, perspective
0600102 Colour theory, light
0600103 Techniques, materials
0600104 Examples of application
06002 Theories of art
06003 History of art
0600301 Prehistoric and early historic cultures
0600302 Early civilisations
0600303 Classical antiquity
0600304 Early Christian and Byzantine art
0600305 Medieval art
0600306 Renaissance
0600307 Baroque, Rococo
0600308 Neoclassicism
0600309 19th century
060030901 Romanticism
060030902 Realism
060030903 Impressionism
060030909 Other styles of the 19th century
0600310 Art around 1900
0600311 20th and 21st centuries
060031101 Art up to 1945
060031102 Art up to 1980
060031103 Contemporary art
0600312 Overviews of the history of art
0600313 Museums, galleries
0600314 Biographies
06004 Contemporary applied art
0600401 Architecture and landscape design
0600402 Product design
0600403 Advertising
06005 Conservation and restoration
06080 Bilingual teaching
080 Biology
08001 General biology
0800101 Biological research and working methods
0800102 Genetics
0800103 Evolution
0800104 Biochemistry
0800105 Biological control systems, cybernetics
0800106 Biophysics, biomimetics
0800107 Cell biology
08002 Microorganisms
0800201 Bacteria
0800202 Viruses and phages
0800203 Single-celled plants and animals
08003 Fungi
08004 Botany
0800401 General botany
0800402 Applied botany
0800403 Flowering plants
080040301 Trees, shrubs
080040302 Herbs and grasses
0800404 Non-flowering plants
08005 Zoology
0800501 General zoology
080050101 Form and structure
080050102 Reproduction and development
080050103 Metabolism
080050104 Behaviour
0800502 Applied zoology
0800503 Invertebrates
080050301 Arthropods
080050302 Echinoderms
080050303 Molluscs
080050304 Flatworms, roundworms and segmented worms
080050305 Coelenterates, sponges
0800504 Vertebrates
080050401 Fish
080050402 Amphibians
080050403 Reptiles
080050404 Birds
080050405 Mammals
08005040501 Domestic and farm animals
08005040502 Wild animals
08006 Human biology
0800601 Body structure
0800602 Metabolism, internal organs
0800603 Sense organs, nervous system
0800604 Reproduction and development
0800605 Genetics, evolution
0800606 Diseases and prevention
0800607 Behaviour
08007 Ecology
0800701 Foundations of ecology
0800702 Material cycles
0800703 Ecosystems
0800704 Biodiversity, species diversity
08008 Biographies
08080 Bilingual teaching
100 Chemistry
10001 History of chemistry
10002 General chemistry
1000201 Laws of chemical reactions
1000202 Chemical equilibrium and how to shift it
1000203 Nuclear chemistry, radiochemistry
1000204 Laboratory methods, analytical methods
10003 Physical chemistry
1000301 Atomic structure, periodic table
1000302 Bonding, structure, properties
1000303 Chemical thermodynamics
1000304 Chemical kinetics
1000305 Electrochemistry
10004 Inorganic chemistry
1000401 Mixtures
1000402 Elements
1000403 Compounds
1000404 Redox reactions
1000405 Acid–base reactions
1000406 Coordination chemistry
10005 Organic chemistry
1000501 Hydrocarbons
1000502 Compounds with functional groups
1000503 Polymers, natural substances
1000504 Reaction mechanisms
10006 Biochemistry
1000601 Molecular basis of organisms
1000602 Metabolic processes
1000603 Physiological effects of chemical substances
10007 Applied chemistry
1000701 Industrial chemistry
1000702 Chemistry in everyday life and the environment
10008 Biographies
10080 Bilingual teaching
120 German
12001 Literature
1200101 Narrative literature
120010101 Readings
120010102 Film adaptations
12001010201 Fairy tales, legends
12001010202 Novels, novellas, short stories
120010103 Audio drama adaptations
120010104 Other adaptations
1200102 Drama
120010201 Readings
120010202 Film adaptations
120010203 Recordings of stage productions
120010204 Work on a stage production
120010205 Audio drama, audio features
1200103 Poetry
1200104 Literary theory
1200105 History of literature
120010501 Antiquity
120010502 Middle Ages
120010503 16th to 18th centuries
120010504 19th century
120010505 20th century
120010506 21st century
120010507 Biographies
120010508 Overviews
1200106 Sociology of literature
1200107 Literature for children and young people
1200108 Comics, cartoons
12002 Drama, school theatre
12003 Non-literary texts
12004 Communication
1200401 Communication theory, problems of communication
1200402 History and development of language
1200403 Discussion prompts
12005 German as a second and foreign language
1200501 Language skills
120050101 By scenario or dialogue
12005010101 Influencing others
12005010102 Exchanging information
12005010103 Exchanging opinions
12005010104 Social contacts
120050102 By skill
12005010201 Basic literacy
12005010202 Listening and audiovisual comprehension
12005010203 Intercultural understanding
12005010204 Reading comprehension
12005010205 Writing
12005010206 Speaking
12005010207 Translation
12005010208 Grammar and language system
120050103 Language for specific purposes
12005010301 Skilled trades
12005010302 Medicine and nursing
12005010303 Science and technology
12005010304 Law
12005010305 Business
1200502 Germany: country and culture
12006 Grammar, spelling
12007 Reading, reading techniques, working with texts
140 Early Childhood Education
14001 Fairy tales and stories
14002 Areas of life
1400201 Family, neighbours, friends
1400202 Health
1400203 Nature
1400204 Public institutions and services
1400205 Jobs
14003 Social behaviour
14004 Mathematics, technology, science
14005 Religion, ethics
14006 Foreign languages
14007 Making music, singing, dancing
14008 Painting, crafts
14009 Discovering our earth
14010 Road safety
14011 Language development
14012 Movement, motor skills
14013 Body awareness, sex education
14014 Media education
160 Ethics
16001 Conflicts and conflict resolution
1600101 Conflicts within the family
1600102 Conflicts outside the family
1600103 Conflicts in society
16002 Social bonds
16003 Values and norms
16005 Anthropology
16006 Religions, world views
16080 Bilingual teaching
180 Leisure
18001 Leisure activities, hobbies
18002 Recreational sports
18003 Travel
18004 Family, community, clubs
200 Foreign Languages
20001 English
2000101 Language skills
2000102 Country and culture
200010201 Great Britain, Ireland
200010202 North America (USA, Canada)
200010203 Australia, New Zealand
200010209 Other English-speaking countries
2000103 Literature, media
200010301 Great Britain and Ireland
200010302 North America
200010303 Other English-speaking countries
2000104 Feature films
2000105 Bilingual teaching
20002 French
2000201 Language skills
2000202 Country and culture
2000203 Literature, media
2000204 Feature films
2000205 Bilingual teaching
20003 Greek
2000301 Language skills
2000302 Country and culture
2000303 Literature, media
2000304 Feature films
2000305 Bilingual teaching
20004 Italian
2000401 Language skills
2000402 Country and culture
2000403 Literature, media
2000404 Feature films
2000405 Bilingual teaching
20005 Latin
2000501 Language skills
2000502 Country and culture
2000503 Literature, media
2000504 Feature films
2000505 Bilingual teaching
20006 Russian
2000601 Language skills
2000602 Country and culture
2000603 Literature, media
2000604 Feature films
2000605 Bilingual teaching
20007 Spanish
2000701 Language skills
2000702 Country and culture
2000703 Literature, media
2000704 Feature films
2000705 Bilingual teaching
20008 Turkish
2000801 Language skills
2000802 Country and culture
2000803 Literature, media
2000804 Feature films
2000805 Bilingual teaching
20009 Sorbian
2000901 Language skills
2000902 Country and culture
2000903 Literature, media
2000904 Feature films
2000905 Bilingual teaching
20010 Danish
2001001 Language skills
2001002 Country and culture
2001003 Literature, media
2001004 Feature films
2001005 Bilingual teaching
20011 Polish
2001101 Language skills
2001102 Country and culture
2001103 Literature, media
2001104 Feature films
2001105 Bilingual teaching
20012 Czech
2001201 Language skills
2001202 Country and culture
2001203 Literature, media
2001204 Feature films
2001205 Bilingual teaching
20013 Dutch
2001301 Language skills
2001302 Country and culture
2001303 Literature, media
2001304 Feature films
2001305 Bilingual teaching
20014 Portuguese
2001401 Language skills
2001402 Country and culture
2001403 Literature, media
2001404 Feature films
2001405 Bilingual teaching
20040 Other European languages
20041 Chinese
2004101 Language skills
2004102 Country and culture
2004103 Literature, media
2004104 Feature films
2004105 Bilingual teaching
20042 Japanese
2004201 Language skills
2004202 Country and culture
2004203 Literature, media
2004204 Feature films
2004205 Bilingual teaching
20070 Other non-European languages
20080 Esperanto
220 Geography
22001 Geographical methods and representations
22002 Earth
2200201 Earth as a celestial body, astronomy
2200202 Orientation
2200203 Discovery and exploration
22003 Geology
2200301 History of the earth
2200302 Tectonics, volcanism
22004 Geomorphology
2200401 Forces shaping the earth
2200402 Landforms
22005 Hydrography
2200501 Seas and oceans
2200502 Inland waters
22006 Climate geography
2200601 Weather
2200602 Climate
22007 Biogeography
2200701 Animal geography
2200702 Vegetation geography
22008 Geoecology
2200801 Ecosystems
2200802 Environmental problems
22009 Social geography
2200901 Social structures
2200902 Basic functions of human existence
22010 Population geography
2201001 Population structure
2201002 Migration
22011 Settlement geography
2201101 Rural settlements and processes
2201102 Urban structures and processes
22012 Political geography
2201201 State, local government
2201202 International relations
2201203 Spatial planning
22013 Economic geography
2201301 Economic structures, systems and forms
2201302 Economic regions
2201303 Trade, supply
2201304 Forestry
2201305 Fishing industry, fisheries
2201306 Water management
22014 Agricultural geography
2201401 Agricultural structures
2201402 Farm structures
2201403 Soil, land improvement
2201404 Agricultural products
2201405 Agricultural regions
22015 Industrial geography
2201501 Raw materials and processing
2201502 Industrial locations
2201503 Energy industry
22016 Transport geography
2201601 Transport routes, means of transport
2201602 Transport hubs, integrated transport
22017 Geography of tourism
22018 Federal Republic of Germany
2201801 North Sea, Baltic Sea and coasts
2201802 North German Plain
2201803 Central Uplands
2201804 South German scarplands and uplands
2201805 Alps and Alpine foreland
2201898 General
22019 Europe
2201901 Northern Europe
2201902 Western Europe
2201903 Alpine countries
2201904 Eastern and East Central Europe
2201905 Southern and South-eastern Europe
2201998 General
22020 Asia
2202001 Western Asia
2202002 North Asia, Central Asia
2202003 South Asia
2202004 South-east Asia
2202005 East Asia
2202098 General
22021 Australia and Oceania
2202101 Australia
2202102 Other areas
2202198 General
22022 Africa
2202201 North Africa
2202202 West Africa
2202203 Central Africa
2202204 East Africa
2202205 Southern Africa
2202298 General
22023 America
2202301 Greenland, Canada
2202302 USA
2202303 Central America
2202304 Andean countries
2202305 Eastern South America
2202398 General
22024 Poles and oceans
2202401 Polar regions
2202402 Oceans, islands
22080 Bilingual teaching
240 History
24001 Historical sources
24002 Periods
2400201 Prehistory and early history
2400202 Ancient history
240020201 Early civilisations
240020202 Greek history
240020203 Roman history, Etruscan history
240020204 Migration Period, Germanic history
2400203 Medieval history
240020301 Emperors, Church, Empire
240020302 Economy and society
240020303 Culture
240020304 Wars, Crusades, Normans
240020305 Islam, Judaism
240020306 Non-European history
2400204 Modern history
240020401 Age of discoveries, conquests and inventions
240020402 Humanism and Renaissance
240020403 Reformation, Peasants' Wars, wars of religion
240020404 Absolutism, Enlightenment, parliamentarianism
240020405 Bourgeois revolutions of the 18th century
240020406 Napoleon, Napoleonic era
240020407 Restoration, revolutions of the 19th century
240020408 Industrialisation and the social question
240020409 National movements and the German Empire
240020410 Imperialism and the First World War
240020411 Weimar Republic
240020412 Fascism and National Socialism
24002041201 Political and social development
24002041202 Persecution
24002041203 Resistance
240020413 Second World War
240020414 Other topics in modern European history
240020415 Modern history of non-European states and peoples
2400205 History from 1945 to 1990
240020501 Germany
24002050101 Allied occupation 1945–1949
24002050102 German Democratic Republic 1949–1990
24002050103 Federal Republic of Germany 1949–1990
240020502 Eastern European countries
240020503 Western European countries
240020504 Non-European states and peoples
240020505 International developments
2400206 Contemporary history since 1990
240020601 Federal Republic of Germany
240020602 Europe
240020603 Non-European states and peoples
240020604 International developments
24003 State and regional history
2400301 History of the German states
2400302 Regional history, local history
24004 Historical overviews and themes
2400401 Everyday life
2400402 Work, crafts
2400403 Education and science
2400404 World views, religion
2400405 Society
2400406 State, forms of government
2400407 Warfare and the military
2400408 Culture
2400409 Law
2400410 Forms of settlement
2400411 Technology, transport
2400412 Economy
2400413 General surveys across and within periods
24005 Biographies
24080 Bilingual teaching
260 Health
26001 Staying healthy
2600101 Nutrition
2600102 Dental care
2600103 Personal hygiene
2600104 Exercise
2600105 Rest and recovery
2600106 Disease prevention and early detection
26002 Illness
26003 Disability
26004 Psychology, psychiatry
26005 Medical care
280 Primary School
28001 German
2800101 Prompts for speaking, reading and writing
2800102 Literature
280010201 Fairy tales, legends
280010202 Other literature for children and young people
2800103 Grammar, spelling
2800104 Reading, reading techniques, working with texts
28002 German for children with another first language
2800201 By scenario and dialogue
280020101 Influencing others
280020102 Exchanging information
280020103 Exchanging opinions
280020104 Social contacts
2800202 By skill
280020201 Learning to read and write
280020202 Listening and audiovisual comprehension
280020203 Intercultural understanding
280020204 Reading comprehension
280020205 Writing
280020206 Speaking
280020207 Translating
280020208 Grammar, language structures
28003 Media education
28004 Ethics
28005 Foreign languages
2800501 English
2800502 French
2800503 Italian
2800504 Turkish
2800505 Sorbian
2800506 Polish
2800507 Russian
2800508 Spanish
2800509 Czech
2800520 Other foreign languages
28006 Art, crafts, textiles
28007 Mathematics
2800701 Numbers, basic arithmetic
2800702 Measurement and quantities
2800703 Shape and space
2800704 Data and chance
28008 Music
2800801 Singing, making music
2800802 Dancing
28009 Religion
2800901 Bible
2800902 Church year
2800903 Faith, ethics
2800904 Role models, saints
2800905 Christian and non-Christian religions
28010 General studies
2801001 Social learning
280100101 Changing attitudes
280100102 Preserving and changing
280100103 Communication, creativity
280100104 Learning in real-life situations
280100105 Rights and duties
280100106 Roles, interests, conflicts
280100107 Raising awareness
2801002 Migrant workers and their families
2801003 People with disabilities
2801004 Family
2801005 School
2801006 Homes and housing
2801007 First experiences of science and technology
2801008 Consumption
2801009 Leisure
2801010 Public institutions and services
2801011 Work
280101101 Agriculture
280101102 Skilled trades
280101103 Industry
280101104 Services
2801012 Road safety
2801013 Environmental education
280101301 Water and waste water
280101302 Landscape conservation and management
280101303 Air pollution, clean air
280101304 Waste, waste disposal, recycling
280101305 Noise
2801014 Weather
2801015 Plants
280101501 Adaptation, structure, care
280101502 Development, growth, reproduction
2801016 Animals
280101601 Pets, farm animals
28010160101 Portraits of individual animals
28010160102 Keeping and care
280101602 Wild animals
2801017 Human beings
280101701 The body, organs and their functions
280101702 Basic needs
280101703 Health education
280101704 Sex education
2801018 Addiction and prevention
2801019 Local studies
280101901 Local history
280101902 Geographical orientation
280101903 Customs and traditions
2801020 Experiencing time
2801080 Bilingual teaching
28011 PE
320 Computing
32001 Basic computing
3200101 History of ICT
3200102 Foundations of ICT
3200103 Applications of ICT
3200104 Effects of ICT
32002 Computer science
3200201 Computer engineering
3200202 Applied computer science
320020201 Computer graphics
320020202 Databases
320020203 Internet and telecommunications
320020204 Simulation
3200203 Theoretical computer science
3200204 Practical computer science
320020401 Algorithms and data structures
320020402 Operating systems
320020403 Programming languages
320020404 Programming
320020405 Software projects
3200205 Computer science and other disciplines
3200206 Computer science and society
3200207 Artificial intelligence
3200208 Teaching computer science: theory and methods
32003 Vocational computing
3200301 Business information systems
3200302 Technical communication
3200303 Computer process control
3200304 CNC manufacturing
32004 Algorithms
340 Intercultural Education
34001 Situation in countries of origin
3400101 Causes and consequences of migration
3400102 Everyday life, everyday culture
34002 Living together across cultures
3400201 School
3400202 Leisure
3400203 Family
3400204 World of work
3400205 Society, public life
360 Youth Education
36001 Coping with life
3600101 Relationships and relationship conflicts
3600102 Life crises
36002 Ways of life
36003 Living together
36004 Life elsewhere
36005 Influence of subcultures, ideologies, sects
36006 Creative and artistic learning
36007 Games
380 Mathematics
38001 Numbers, algebra
38002 Calculus, analytic geometry
38003 Geometry
38004 Finite mathematics, probability
38005 Mathematics and chaos
38006 Applications of mathematics
400 Media Education
40001 Foundations
4000101 Communication studies
4000102 Media use, media effects
4000103 Media in society
40002 Fields of media education
4000201 Print media
400020101 Media studies aspect
400020102 Media education aspect
4000202 Photography
400020201 Media studies aspect
400020202 Media education aspect
4000203 Audio media, radio
400020301 Media studies aspect
400020302 Media education aspect
4000204 Film, video
400020401 Media studies aspect
400020402 Media education aspect
4000205 Television
400020501 Media studies aspect
400020502 Media education aspect
4000206 Computers, multimedia
400020601 Media studies aspect
400020602 Media education aspect
4000207 Theatre
400020701 Media studies aspect
400020702 Media education aspect
40003 Results of media projects
40004 Digital skills
4000401 Searching, processing and storing
400040101 Searching and filtering
40004010101 Clarify and define working and search interests
40004010102 Use and develop search strategies
40004010103 Search in different digital environments
40004010104 Identify and combine relevant sources
400040102 Analysing and evaluating
40004010201 Analyse, interpret and evaluate information and data
40004010202 Analyse and evaluate sources of information
400040103 Storing and retrieving
40004010301 Store information and data securely, access them anywhere
40004010302 Summarise, organise and structure information and data
4000402 Communicating and cooperating
400040201 Interacting
40004020101 Communicate using different digital means
40004020102 Choose means of communication for purpose and situation
400040202 Sharing
40004020201 Share files, information and links
40004020202 Cite sources correctly
400040203 Working together
40004020301 Use digital tools to pool information, data and resources
40004020302 Use digital tools to write documents together
400040204 Knowing and following online etiquette (netiquette)
40004020401 Know and apply rules for digital interaction
40004020402 Adapt communication to the environment
40004020403 Know and respect ethical principles of communication
40004020404 Consider cultural diversity in digital environments
400040205 Taking an active part in society
40004020501 Use public and private services
40004020502 Share media experiences and use them in communication
40004020503 Take part in society as a self-determined citizen
4000403 Producing and presenting
400040301 Developing and producing
40004030101 Know and use several technical editing tools
40004030102 Plan, create and publish or share work in various formats
400040302 Reworking and integrating
40004030201 Edit, combine and publish content in various formats
40004030202 Rework digital content and integrate it into knowledge
400040303 Observing legal requirements
40004030301 Know the importance of copyright and intellectual property
40004030302 Respect copyright and licences for own and others' works
40004030303 Respect personality rights
4000404 Protecting and acting safely
400040401 Acting safely in digital environments
40004040101 Know and consider the risks in digital environments
40004040102 Develop and apply strategies for protection
400040402 Protecting personal data and privacy
40004040201 Take measures for data security and against data misuse
40004040202 Protect privacy in digital environments
40004040203 Keep security settings up to date
40004040204 Heed measures to protect minors and consumers
400040403 Protecting health
40004040301 Avoid risks of addiction, protect oneself and others
40004040302 Use digital technologies in a healthy way
40004040303 Use digital technologies for well-being and inclusion
400040404 Protecting nature and the environment
40004040401 Consider the environmental impact of digital technologies
4000405 Solving problems and taking action
400040501 Solving technical problems
40004050101 Define requirements for digital environments
40004050102 Identify technical problems
40004050103 Identify needs, find solutions or develop strategies
400040502 Using tools to suit needs
40004050201 Know a variety of digital tools and use them creatively
40004050202 Define requirements for digital tools
40004050203 Identify suitable tools for a solution
40004050204 Adapt digital environments and tools for personal use
400040503 Identifying own weaknesses and looking for solutions
40004050301 Recognise and overcome weaknesses in using digital tools
40004050302 Share own problem-solving strategies with others
400040504 Using digital tools to learn, work and solve problems
40004050401 Find, evaluate and use effective digital ways of learning
40004050402 Organise a personal system of linked digital resources
400040505 Recognising and formulating algorithms
40004050501 Understand how the digital world works and its principles
40004050502 Recognise and formulate algorithmic structures in tools
40004050503 Plan and use a structured algorithm to solve a problem
4000406 Analysing and reflecting
400040601 Analysing and evaluating media
40004060101 Know and evaluate design features of digital media
40004060102 Recognise and assess how interests set topics online
40004060103 Analyse media effects and deal with them constructively
400040602 Understanding and reflecting on media in the digital world
40004060201 Know the variety of the digital media landscape
40004060202 Weigh opportunities and risks, reflect on own media use
40004060203 Assess benefits and risks of online business and services
40004060204 Know the economic importance of digital media and use it
40004060205 Know and use the role of digital media in politics
40004060206 Recognise how digital media can foster social inclusion
420 Music
42001 Non-European music
42002 European styles and periods
4200201 Origins of Western music
4200202 Medieval monophony and polyphony
4200203 Renaissance
4200204 Baroque
4200205 Classical period
4200206 Romantic period
4200207 Impressionism
4200208 Modern music
42003 Kinds of music
4200301 Vocal music
420030101 Choral music
420030102 Folk songs
420030103 Art songs
420030104 Children's songs
4200302 Instrumental music
420030201 Orchestral music
420030202 Chamber music
4200303 Music for stage and screen
420030301 Opera
420030302 Operetta
420030303 Musical
420030304 Ballet
420030305 Film music
420030306 Music video
4200304 Popular music
420030401 Light music, popular hits
420030402 Jazz and blues
420030403 Rock and pop music
420030404 Chanson, singer-songwriters, cabaret
420030405 New styles
4200305 Religious music
4200306 Functional music
4200307 Dance music
42004 Interpretation
42005 Music and society
42006 Music and technology
42007 Music theory
4200701 Acoustics
4200702 Musical form
4200703 Harmony
4200704 Musical instruments
4200705 Notation
4200706 Arrangement
42008 Compilations for teaching
4200801 Elementary music education
4200802 Composer portraits
4200803 History of music
4200804 Production
4200805 Selected works
42080 Bilingual teaching
440 Education
44001 General education
4400101 Fundamental questions
4400102 Research methods
4400103 History of education
4400104 Comparative education
4400105 Processes of communication and interaction
4400106 Economics of education, educational planning
44002 Educational psychology
4400201 Fundamental questions
4400202 Methods
4400203 Developmental psychology
4400204 Psychology of learning
4400205 Social psychology
44003 Preschool education
44004 School education
4400401 Fundamental questions
4400402 Teaching methods, didactics
44005 Vocational education
44006 Special needs education
44007 Social education
4400701 Youth work
4400702 Social work with adults
4400703 Work with older people
44008 Adult education
44009 Education of migrants
44010 Parents and upbringing
44011 Inclusion
450 Philosophy
45001 Non-European philosophy
4500101 Indian philosophy
4500102 Chinese philosophy
4500103 Japanese philosophy
4500104 Philosophy of the Arab-Islamic world
45002 Periods
4500201 Ancient philosophy
4500202 Medieval philosophy
4500203 Early modern philosophy
4500204 19th-century philosophy
4500205 20th-century philosophy
4500206 Contemporary philosophy
45003 Contemporary philosophical questions
4500301 Philosophy of science
4500302 Critique of religion
4500303 Philosophy of nature
4500304 Philosophy of technology
4500305 Philosophy of media
4500306 Philosophy of mind
4500307 Fundamental questions of ethics
45004 Biographies
45005 Practical philosophy
460 Physics
46001 Classical mechanics
4600101 Statics
4600102 Kinematics, dynamics
4600103 Oscillations, waves, acoustics
4600104 Technical applications
46002 Thermodynamics
4600201 Temperature, quantity of heat
4600202 States of matter, solutions
4600203 Theory of heat
4600204 Technical applications
46003 Optics
4600301 Geometrical optics
4600302 Wave optics
4600303 Photometry
4600304 Colour theory
4600305 Technical applications
46004 Magnetism
46005 Electricity
4600501 Electrostatics
4600502 Electrodynamics
4600503 Electronics
4600504 Technical applications
46006 Relativity
46007 Quantum theory
46008 Atomic physics
4600801 Atomic structure, spectra
4600802 Methods of detection
4600803 Technical applications
46009 Nuclear physics
4600901 Structure of the nucleus
4600902 Radioactivity, nuclear transformation
4600903 Methods of detection
4600904 Technical applications
46010 Chaos theory
46011 Particle physics
46012 Solid-state physics
46013 Biophysics
46014 Astronomy
4601401 Celestial mechanics
4601402 Astrophysics, geophysics
4601403 Spaceflight
46015 Technology
46016 Biographies
46080 Bilingual teaching
480 Civics
48001 Political theories
48002 Political system of the Federal Republic of Germany
4800201 Taking part in the political process
480020101 Citizen participation
480020102 Political parties
480020103 Organisations
480020104 Mass media
4800202 Local level
480020201 Local elections
480020202 Local institutions
480020203 Local politics
4800203 Political system of the federal states
480020301 State parliament elections
480020302 System of government
480020303 State legislation
4800204 Political system at federal level
480020401 Bundestag elections
480020402 Parliamentary system of government
480020403 Federal legislation
480020404 Cooperation between Federation and states
48003 Political systems of other countries
48004 Fields of policy
4800401 Education, culture, research
4800402 Internal security
4800403 International relations
480040301 European Union
480040302 Other European aspects
480040303 Relations outside Europe
480040304 Developing countries, development policy
480040305 Conflicts
480040306 Peace policy, security policy
480040307 International aid organisations and advocacy groups
480040308 Globalisation
4800404 Spatial planning, urban development, transport
4800405 Law
480040501 Human rights
480040502 Constitutions
480040503 Employment law
480040504 Civil law
480040505 Criminal law
480040506 Public law
480040507 Social security law
4800406 Social policy
4800407 Defence policy
4800408 Economic policy
48005 Current questions of society
4800501 Work
4800502 Poverty, social inequality
4800503 Ways of living together
4800504 Leisure
4800505 Violence
4800506 Equal rights
4800507 Migration
4800508 Marginalised groups
4800509 School, vocational training
4800510 Relations between generations
4800511 Prejudice, racism
4800512 Environment, energy
48006 Individual and society
4800601 Socialisation, behaviour
4800602 Communication, mass communication
48007 Political figures
48080 Bilingual teaching
500 Practical Subjects
50001 Home economics
5000101 Nutrition
5000102 Cooking
5000103 Household management
5000104 Household and environment
5000105 The home
5000106 Accident prevention
50002 Typing, word processing, shorthand
50003 School garden
50004 Textiles
5000401 Materials
5000402 Techniques
5000403 Machines
50005 Crafts
5000501 Wood, plastics
5000502 Metal
5000503 Clay
5000504 Paper, card
5000505 Other materials
5000506 Electrical engineering
5000507 Mechanical engineering
5000508 Basics of technical drawing
5000509 Accident prevention
510 Psychology
520 Religion
52001 Religious studies
5200101 Rites, symbols
5200102 Christian denominations
5200103 Non-Christian religions
5200104 Sects, new religious movements
5200105 World views, ideologies
5200106 Magic, superstition
5200107 Nature religions, animism, shamanism
52002 Bible
5200201 Old Testament
5200202 New Testament
52003 Church and society
5200301 Church history
5200302 Church structures
5200303 Parish life
5200304 Church groups, associations
5200305 Religious orders, communities
5200306 Church professions
5200307 Church social work
5200308 Church and state
5200309 Church and secular life
5200310 Church and developing countries
5200311 Mission
5200312 Ecumenism
52004 Worship and piety
5200401 Church year
5200402 Church services
5200403 Prayer
5200404 Meditation
5200405 Sacraments
5200406 Religious customs
52005 Religious life
5200501 Basic human experiences
520050101 Awareness of creation
520050102 Trust
520050103 Community
520050104 Loss
520050105 Death
5200502 Faith
5200503 Ethics
5200504 Upbringing and education
5200505 Portraits of individuals
52006 Religious art
5200601 Painting and sculpture
5200602 Music
5200603 Theatre
5200604 Film
5200605 Literature
5200606 Architecture
540 Rescue and Safety
54001 Accident prevention
54002 Fire protection, firefighting
54003 Civil protection
54004 Relief and rescue services
54005 First aid
560 Sex Education
56001 Sexuality
56002 Puberty
56003 Relationships
56004 Pregnancy and birth
56005 Contraception
56006 Sexual abuse
56007 Sexually transmitted diseases
580 Feature and Documentary Films
58001 Short film
5800102 Short fiction film
580010205 Literary adaptation
580010210 Adventure
580010211 Action
580010212 Biography
580010214 Drama, fate
580010216 Experimental film, avant-garde
580010218 Film of social criticism
580010220 Violence, aggression
580010221 Heimat film (regional life)
580010222 Historical film
580010223 Horror
580010224 Disaster
580010226 Comedy, satire, parody
580010227 War film, anti-war film
580010228 Crime, thriller, courtroom drama
580010230 Meaning of life
580010240 Love, friendship
580010250 Power, abuse of power
580010260 Fairy tales, myths, legends
580010263 Film about a social milieu
580010266 Music, dance
580010270 Politics, history
580010273 Science fiction, fantasy
580010275 Adaptation of a stage play
580010277 Short animal film
580010280 Death, dying
580010285 Western
580010290 Other genres
5800103 Animated film
580010301 Cartoon animation
580010302 Puppet animation
580010303 Silhouette animation
580010304 Other kinds of animation
580010305 Computer animation
58002 Full-length film
5800202 Semi-documentary feature film
5800203 Feature film
580020301 Adventure
580020302 Biography
580020303 Experimental film, avant-garde
580020304 Horror
580020305 Heimat film (regional life)
580020306 Disaster
580020307 Comedy, satire, parody
580020308 War film, anti-war film
580020309 Crime, thriller, courtroom drama
580020310 Love, friendship
580020311 Fairy tales, myths, legends
580020312 Epic film, historical film
580020313 Music, dance
580020314 Politics, history
580020315 Science fiction, fantasy
580020316 Western
580020317 Other genres
580020318 Literary adaptation
580020319 Action
580020320 Drama, fate
580020321 Animal feature film
580020322 Film of social criticism
580020323 Power, abuse of power
580020324 Film about a social milieu
580020325 Adaptation of a stage play
580020326 Death, dying
5800204 Animated film
58003 Films for particular audiences
5800301 Films for children
5800302 Films for young people
58004 Documentary
600 PE and Sports
60001 Sports science
6000101 Training theory and movement science
6000102 History of sport
6000103 Sports education
6000104 Sports psychology
6000105 Sociology of sport
6000106 Sports medicine
6000107 Teaching methods in PE
6000108 Biomechanics
60002 Areas of sport
6000201 Sport for older people
6000202 Disability sport
6000203 Workplace sport
6000204 Grassroots sport
6000205 Sport for children and young people
6000206 High-performance sport
6000207 School sport
6000208 Sport for health
6000270 Other areas of sport
60003 Kinds of sport
6000301 Apparatus gymnastics
6000302 Gymnastics, dance
600030201 Gymnastics
600030202 Relaxation
600030203 Dance
600030204 Theatresports (improvised theatre)
6000303 Athletics
6000304 Ball and team games
600030401 Basketball
600030402 Football
600030403 Handball
600030404 Tennis
600030405 Volleyball
600030406 Other ball sports and games
600030407 Badminton
600030408 Table tennis
600030409 Hockey
600030410 Inclusive games
600030411 Minor games
6000305 Water sports
6000306 Winter sports, snow sports
6000307 Other sports
600030701 Golf
600030702 Flying disc (Frisbee)
600030703 Acrobatics
600030704 Cheerleading
600030705 Air track
600030706 Martial arts and combat sports
600030707 Strength sports
600030708 Urban sports
600030709 Climbing
600030710 Equestrian sports
600030711 Cycling
60004 Organisation of sport
60005 Olympic Games
60006 Sport and art
60007 Sport and law
60008 Sport and environment
60009 Sports facilities
60010 Sport and physics
60011 Sport and nutrition
60012 Sport and education
60013 Sport and biology
60080 Bilingual teaching
620 Addiction and Prevention
62001 Causes of addiction
62002 Drugs
6200201 Alcohol
6200202 Nicotine
6200203 Narcotics
6200204 Other drugs
6200205 Medicines
62003 Other addictions
62004 Prevention, therapy
62005 Social aspects
62080 Bilingual teaching
640 Environment
64001 Water
64002 Soil
64003 Air
64004 Climate
64005 Forest
64006 Species, habitats
64007 Landscape
64008 Agriculture and food production
64009 Waste
64010 Energy
64011 Noise
64012 Traffic
64013 Leisure and tourism
64014 Building and housing
64015 Environment in politics and business
64016 Environmentally aware behaviour
64017 Cross-topic presentations
660 Road Safety
66001 Behaviour in traffic
6600101 Pedestrians
6600102 Cyclists
6600103 Motorcycle and moped riders
6600104 Car drivers
6600105 Other road users
66002 Means of transport
6600201 Bicycles
6600202 Motorcycles and mopeds
6600203 Cars
6600204 Trains
6600205 Ships
6600206 Aircraft
66003 Transport routes
66004 Traffic law
66005 Transport policy
66006 Safety technology, driving physics
66007 Traffic psychology and sociology
66008 Traffic medicine
66009 Traffic and weather
66010 Traffic and environment
66011 Traffic accidents
680 Continuing Education
68001 Foundations of continuing education
68002 Political education
68003 Cultural education
68004 Creative education
68005 Parent and family education
68006 Business education
68007 Mathematics and science education
68008 Language education
68009 Health and sports education
68010 School-leaving qualifications for adults
68011 Courses for particular groups
700 Economics
70001 Private household
7000101 Managing money
7000102 Consumer education, consumer protection
70002 Business studies
7000201 Types and structures of business
7000202 Accounting, production of goods and services
70003 Economics
7000301 Markets and prices
7000302 Money and credit
7000303 Labour and wages
7000304 Social policy, economic policy
7000305 Public finance, taxes
7000306 World economy
7000307 Economic systems
70080 Bilingual teaching
720 Cross-curricular Media
`;
