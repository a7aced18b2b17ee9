/** Texts that people have typed, with slips, who meant a right answer; and others. */
export const MEANT: readonly {
  right: string;
  meant: readonly string[];
  other?: readonly string[];
}[] = [
  { right: '서울', meant: ['서울', '서 울', '서울!', 'ㅅㅓㅇㅜㄹ', '"서울"', '서울.'] },
  {
    right: '대한민국',
    meant: [
      '대한민국',
      '대한 민국',
      '대한민귝',
      '대한민극',
      '대한민궄',
      '데한민국',
      '대환민국',
      '대한민국!!',
    ],
  },
  { right: '이순신', meant: ['이순신', '이 순신', '이순싲', '이순신.', '이슌신', '이수신'] },
  {
    right: '세종대왕',
    meant: ['세종대왕', '세종 대왕', '새종대왕', '세종데왕', '세종대왁', '세종대앙', '세중대왕'],
    other: ['세종대왕님'],
  },
  {
    right: '김치찌개',
    meant: ['김치찌개', '김치찌게', '김치 찌개', '김치지개', '김치치개', '김칮찌개'],
    other: ['김치찌개요'],
  },
  {
    right: '떡볶이',
    meant: ['떡볶이', '떡볶기', '떡뽁이', '떡복이', '떢볶이', '떡 볶이', '덕볶이'],
  },
  {
    right: '된장찌개',
    meant: ['된장찌개', '된장찌게', '됀장찌개', '된장지개', '된장 찌개', '된장쩌개'],
  },
  {
    right: '호랑이',
    meant: ['호랑이', '호랑이.', '호랭이', '호란이', '호랑 이', '호량이'],
    other: ['호랑이요'],
  },
  { right: '고양이', meant: ['고양이', '고앙이', '고야이', '고얌이', '고 양 이'] },
  { right: '코끼리', meant: ['코끼리', '코키리', '코끼라', '코끼리~', '꼬끼리'] },
  { right: '태극기', meant: ['태극기', '테극기', '태극끼', '태국기', '태 극 기', '태그기'] },
  { right: '무궁화', meant: ['무궁화', '무궁하', '무긍화', '무공화', '무궁와'] },
  { right: '한라산', meant: ['한라산', '할라산', '한라삼', '한라산?', '한나산'] },
  { right: '백두산', meant: ['백두산', '백두산!', '벡두산', '백두삼', '백도산'] },
  { right: '제주도', meant: ['제주도', '재주도', '제쥬도', '제주 도', '제주됴'] },
  { right: '해운대', meant: ['해운대', '헤운대', '해운데', '해운 대', '해문대'] },
  { right: '경복궁', meant: ['경복궁', '경복국', '경볶궁', '경북궁', '경복굼'] },
  { right: '광화문', meant: ['광화문', '강화문', '광와문', '광화뭄', '광하문'] },
  { right: '불국사', meant: ['불국사', '불극사', '불국싸', '불국 사', '블국사'] },
  { right: '첨성대', meant: ['첨성대', '천성대', '첨성데', '첨상대', '첨섬대'] },
  {
    right: '훈민정음',
    meant: ['훈민정음', '훈민 정음', '훈민정응', '훈믄정음', '흔민정음', '훈민정은'],
  },
  { right: '거북선', meant: ['거북선', '거북섬', '거북 선', '거복선', '거뷱선'] },
  { right: '비빔밥', meant: ['비빔밥', '비빕밥', '비빔빱', '비빔 밥', '비빔밤'] },
  { right: '냉장고', meant: ['냉장고', '넹장고', '냉장거', '냉잔고'] },
  {
    right: '텔레비전',
    meant: ['텔레비전', '텔레비젼', '테레비전', '텔레비저', '탤레비전', '텔레 비전'],
  },
  { right: '컴퓨터', meant: ['컴퓨터', '컴푸터', '컴퓨타', '컴퓨터-', '캄퓨터'] },
  { right: '지하철', meant: ['지하철', '지하쳘', '지하털', '지하 철', '지아철'] },
  { right: '도서관', meant: ['도서관', '도서간', '도서괸', '도 서관', '도써관'] },
  { right: '선생님', meant: ['선생님', '선셍님', '선생님!', '선생니', '썬생님'] },
  {
    right: '아이스크림',
    meant: ['아이스크림', '아이스크립', '아이스크 림', '아이슥크림', '아이스끄림', '아이스크름'],
  },
  { right: '초콜릿', meant: ['초콜릿', '초콜렛', '초코릿', '초콜릳', '쵸콜릿'] },
  { right: '오렌지', meant: ['오렌지', '오랜지', '오렌찌', '오렌 지', '오렌쥐'] },
  { right: '바나나', meant: ['바나나', '빠나나', '바나너', '바 나 나'], other: ['바나나요'] },
  { right: '미국', meant: ['미국', '미 국', '미국.', '“미국”'] },
  { right: '독일', meant: ['독일', '독 일', '독일!', 'ㄷㅗㄱㅇㅣㄹ'] },
  { right: '프랑스', meant: ['프랑스', '프랑쓰', '프랑 스', '푸랑스', '프랑스.'] },
  { right: '이집트', meant: ['이집트', '이집투', '이짚트', '이집 트', '이집트!'] },
  { right: '베토벤', meant: ['베토벤', '배토벤', '베토밴', '베토 벤', '베도벤'] },
  { right: '모차르트', meant: ['모차르트', '모짜르트', '모차르투', '모차르 트', '모처르트'] },
  {
    right: '아인슈타인',
    meant: ['아인슈타인', '아인슈타읻', '아인수타인', '아인슈 타인', '아인슈다인'],
  },
  {
    right: '셰익스피어',
    meant: ['셰익스피어', '세익스피어', '셰익스피오', '셰익 스피어', '쉐익스피어'],
  },
  {
    right: '크리스마스',
    meant: ['크리스마스', '크리스마쓰', '크리스 마스', '크리스마즈', '그리스마스'],
  },
  {
    right: 'Paris',
    meant: [
      'Paris',
      'paris',
      'PARIS',
      'Pariss',
      'Prais',
      'Pari',
      'Parsi',
      'Pariz',
      'Paris!',
      'ＰＡＲＩＳ',
    ],
  },
  {
    right: 'London',
    meant: ['London', 'Londen', 'Londno', 'Lodnon', 'Londn', 'Londonn', 'london.', 'Lodon'],
  },
  {
    right: 'Jupiter',
    meant: [
      'Jupiter',
      'jupiter',
      'Jupitar',
      'Jupter',
      'Juptier',
      'Jupiterr',
      'Yupiter',
      'Jupiter ♃',
    ],
  },
  {
    right: 'Shakespeare',
    meant: [
      'Shakespeare',
      'Shakespear',
      'Shakspeare',
      'shakespeare',
      'Shakespaere',
      'Shekespeare',
      'Shake speare',
    ],
  },
  {
    right: 'Mississippi',
    meant: ['Mississippi', 'Missisippi', 'Mississipi', 'mississippi', 'Missiissippi'],
    other: ['Mississippi River', 'Missississippi'],
  },
  {
    right: 'Beethoven',
    meant: [
      'Beethoven',
      'Bethoven',
      'beethoven',
      'Beethowen',
      'Beethovan',
      'Beetohven',
      'Beethoven!',
    ],
  },
  {
    right: 'Einstein',
    meant: ['Einstein', 'Einstien', 'einstein', 'Enstein', 'Einsten', 'Einstein.', 'Einsteim'],
  },
  {
    right: 'Leonardo da Vinci',
    meant: [
      'Leonardo da Vinci',
      'leonardo davinci',
      'Leonardo Da Vinci',
      'Leonado da Vinci',
      'Leonardo da Vinchi',
      'Lenardo da Vinci',
    ],
  },
  {
    right: 'Australia',
    meant: [
      'Australia',
      'Austrailia',
      'australia',
      'Astralia',
      'Australa',
      'Ausralia',
      'Austrialia',
    ],
  },
  {
    right: 'New Zealand',
    meant: [
      'New Zealand',
      'new zealand',
      'NewZealand',
      'New Zeeland',
      'New Zeland',
      'Nwe Zealand',
      'New-Zealand',
    ],
  },
  {
    right: 'Switzerland',
    meant: ['Switzerland', 'Switzerlan', 'Swizerland', 'switzerland', 'Switzeland', 'Switzerlnad'],
  },
  {
    right: 'photosynthesis',
    meant: [
      'photosynthesis',
      'Photosynthesis',
      'photosythesis',
      'photosinthesis',
      'photosynthesiss',
    ],
    other: ['fotosynthesis'],
  },
  {
    right: 'oxygen',
    meant: ['oxygen', 'Oxygen', 'oxigen', 'oxygon', 'oxgyen', 'oxyen', 'O xygen'],
  },
  {
    right: 'hydrogen',
    meant: ['hydrogen', 'hidrogen', 'Hydrogen', 'hydrogn', 'hydorgen', 'hydrogeen'],
  },
  {
    right: 'elephant',
    meant: ['elephant', 'Elephant', 'elephent', 'elphant', 'elehpant', 'elephants'],
    other: ['elefant'],
  },
  { right: 'giraffe', meant: ['giraffe', 'girafe', 'Giraffe', 'girraffe', 'giraff', 'jiraffe'] },
  { right: 'penguin', meant: ['penguin', 'pengiun', 'Penguin', 'pinguin', 'penguins', 'pengun'] },
  {
    right: 'chocolate',
    meant: ['chocolate', 'choclate', 'Chocolate', 'chocolat', 'chocolote', 'chocloate'],
  },
  {
    right: 'strawberry',
    meant: ['strawberry', 'strawbery', 'Strawberry', 'strawberrry', 'stawberry'],
    other: ['strawberries'],
  },
  {
    right: 'pineapple',
    meant: ['pineapple', 'pine apple', 'Pineapple', 'pinapple', 'pineaple', 'pineappple'],
  },
  {
    right: 'Wednesday',
    meant: ['Wednesday', 'wednesday', 'Wendesday', 'Wednsday', 'Wednesdey'],
    other: ['Wensday'],
  },
  {
    right: 'February',
    meant: ['February', 'february', 'Febuary', 'Februrary', 'Febraury', 'Feburary'],
  },
  {
    right: 'seventeen',
    meant: ['seventeen', 'Seventeen', 'seventen', 'sevnteen', 'sevetneen', 'seventeeen'],
  },
  {
    right: 'Apollo 11',
    meant: ['Apollo 11', 'apollo 11', 'Apolo 11', 'Appollo 11', 'Apollo11', 'Apollo-11'],
    other: ['Apollo 12', 'Apollo 1'],
  },
  { right: '1,000', meant: ['1000', '1,000', '1 000', '１０００', '1.000'] },
  { right: '3.14', meant: ['3.14', '3,14', '３．１４'] },
  { right: '1945', meant: ['1945', '"1945"', '1945.'], other: ['1946', '194'] },
  { right: '-40', meant: ['-40', '−40'], other: ['- 40', '40'] },
  { right: 'H2O', meant: ['H2O', 'h2o', 'H₂O', 'H 2 O'] },
  { right: 'AC/DC', meant: ['AC/DC', 'ACDC', 'ac dc', 'AC-DC'] },
  {
    right: 'The Beatles',
    meant: ['The Beatles', 'the beatles', 'The Beetles', 'TheBeatles', 'The Beatle', 'The Beatls'],
  },
  {
    right: 'Star Wars',
    meant: ['Star Wars', 'star wars', 'Starwars', 'STAR WARS', 'Star War', 'Star-Wars'],
  },
  {
    right: 'Harry Potter',
    meant: [
      'Harry Potter',
      'harry potter',
      'Harry Poter',
      'Hary Potter',
      'Harry Pottter',
      'Harrypotter',
    ],
  },
  {
    right: 'München',
    meant: ['München', 'MÜNCHEN', 'Munchen', 'Münchn', 'Münschen', 'Müchen'],
    other: ['Munich'],
  },
  { right: 'Straße', meant: ['Straße', 'Strasse', 'STRASSE', 'Strase', 'strase', 'Strassse'] },
  {
    right: 'Österreich',
    meant: ['Österreich', 'österreich', 'Osterreich', 'Österreic', 'Östereich', 'Österriech'],
  },
  { right: 'Fußball', meant: ['Fußball', 'Fussball', 'fussball', 'FUSSBALL', 'Fussbal', 'Fußbal'] },
  {
    right: 'Weihnachten',
    meant: ['Weihnachten', 'weihnachten', 'Weinachten', 'Weihnachtn', 'Weihnahcten', 'Weihnacten'],
  },
  {
    right: 'Schmetterling',
    meant: [
      'Schmetterling',
      'schmetterling',
      'Schmeterling',
      'Schmetterlink',
      'Schmettering',
      'Schmettreling',
    ],
  },
  {
    right: 'Brandenburger Tor',
    meant: [
      'Brandenburger Tor',
      'brandenburger tor',
      'Brandenburgertor',
      'Brandenburger Tor!',
      'Brandenbuger Tor',
      'Brandeburger Tor',
    ],
  },
  {
    right: 'Deutschland',
    meant: ['Deutschland', 'deutschland', 'Deutchland', 'Deutschand', 'Deutschlnad', 'Deutshland'],
  },
  {
    right: 'Frankfurt',
    meant: ['Frankfurt', 'frankfurt', 'Frankfort', 'Frankfur', 'Frankfrut', 'Frankfurd'],
  },
  {
    right: 'Käsekuchen',
    meant: ['Käsekuchen', 'käsekuchen', 'Kasekuchen', 'Käsekuche', 'Käskuchen', 'Käsekuhcen'],
  },
  {
    right: 'Regenschirm',
    meant: ['Regenschirm', 'regenschirm', 'Regenschirn', 'Regenshirm', 'Regenschim', 'Regenscihrm'],
  },
  {
    right: 'Kühlschrank',
    meant: ['Kühlschrank', 'kühlschrank', 'Kuhlschrank', 'Kühlschank', 'Kühlschrang', 'Külschrank'],
  },
  {
    right: 'Geburtstag',
    meant: ['Geburtstag', 'geburtstag', 'Geburstag', 'Geburttag', 'Gebrutstag'],
    other: ['Geburtstach'],
  },
  {
    right: 'Bundesrepublik',
    meant: [
      'Bundesrepublik',
      'bundesrepublik',
      'Bundesrepublick',
      'Bundesrepublk',
      'Bundes Republik',
    ],
  },
  { right: 'Zugspitze', meant: ['Zugspitze', 'zugspitze', 'Zugsptze', 'Zugspitzte', 'Zugspizte'] },
  {
    right: 'Schwarzwald',
    meant: [
      'Schwarzwald',
      'schwarzwald',
      'Schwarzwal',
      'Schwartzwald',
      'Schwazwald',
      'Schwarz-Wald',
    ],
  },
  { right: 'Käse', meant: ['Käse', 'KÄSE', 'käse!'], other: ['Kase'] },
  { right: 'Tokyo', meant: ['Tokyo', 'tokyo', 'Tokio', 'Tokoy', 'Tokyo.', 'Toyko'] },
  { right: 'blue', meant: ['blue', 'Blue', 'BLUE', 'blue!'], other: ['bleu'] },
  { right: 'café', meant: ['café', 'CAFÉ', 'café.'], other: ['cafe'] },
];

/** Different words, as people write them into a cloud or for a question, many of them near to another one. */
export const DIFFERENT: readonly string[] = `
  바다, 바닥, 바지, 바람, 사람, 사랑, 사탕, 사과, 사고, 사자, 사슴, 가슴, 가을, 겨울, 거울, 여름, 이름, 구름, 기름, 얼음, 웃음, 울음, 물, 불,
  풀, 뿔, 달, 딸, 탈, 말, 발, 팔, 칼, 콩, 공, 곰, 꿈, 꿀, 굴, 귤, 배, 베개, 토끼, 도끼, 고양이, 강아지, 송아지, 망아지, 호랑이, 코끼리,
  거북이, 지우개, 서울, 부산, 대구, 대전, 광주, 인천, 이천, 춘천, 제주도, 독도, 울릉도, 강화도, 경복궁, 창덕궁, 덕수궁, 남대문, 동대문, 광화문, cat,
  cut, car, cap, cup, cow, dog, dot, log, leg, egg, sun, son, sea, tea, team, time, lime, line,
  lion, love, live, life, like, lake, cake, happy, sleepy, hungry, angry, quiet, queen, bread,
  butter, winter, summer, autumn, spring, holiday, birthday, Monday, Tuesday, Thursday, Saturday,
  Austria, Australia, Iran, Iraq, Niger, Nigeria, Slovakia, Slovenia, Mali, Malta, Apollo 11,
  Apollo 13, Henry VII, Henry VIII, World War I, World War II, 1.5, 15, -15, H2O, CO2, C, C++,
  Java, JavaScript, Haus, Maus, Laus, Hose, Hase, Nase, Vase, Rose, Dose, Hand, Hund, Mund, Mond,
  Sand, Wand, Wald, Wind, Kind, Rind, Kaffee, Kuchen, Küche, Kirche, Sommer, Sonne, Strand,
  Straße, Schule, Schnee, Schere, Fenster, Freund, Frieden, Freiheit, Urlaub, Arbeit, Apfel,
  Äpfel, München, Münster, Bonn, Köln, mother, father, brother, banana, orange, green, grey, red,
  bed, bad, bag, big, Rhein, Main, Donau, Elbe, Oder, Berg, Burg
`
  .trim()
  .split(/,\s+/);
