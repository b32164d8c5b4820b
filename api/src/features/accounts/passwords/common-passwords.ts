/**
 * Words and keyboard walks from published lists of the most common passwords, collected by hand. `candidateWords` also finds
 * their decorated forms (capitals, digits for letters, a number, a sign), so that this list replaces one of ten thousand.
 */
const WORDS = `
password passwords passwort motdepasse contrasena contrasenya senha parola wachtwoord haslo heslo lozinka sifre parool
pass passcode passkey passphrase passwd pwd mypassword mypass thepassword newpassword oldpassword nopassword yourpassword
topsecret mysecret private security secure secured letmein letmeinnow openup opensesame open sesame
admin admins administrator administrador sysadmin superadmin superuser root toor rootroot webmaster postmaster operator
manager supervisor support helpdesk service services server system sys sysop
login logon signin signup default changeme changethis changeit change temp temporary
welcome welcomehome welcomeback hello hellohello helloworld
helloo hi goodbye bye thanks thankyou please qwe qwer qwert qwerty qwertz azerty qwertyu qwertyui qwertyuio qwertyuiop
qwertyqwerty poiuyt poiuytrewq asd asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdasd asdfasdf lkjhgf lkjhgfdsa
zxc zxcv zxcvb zxcvbn zxcvbnm mnbvcxz zxczxc qaz qazwsx qazwsxedc qazxsw wsxedc edcrfv zaq zaqxsw qweasd qweasdzxc
qweqwe asdzxc wasd qwaszx abc abcd abcde abcdef abcdefg abcdefgh abcabc abcxyz xyz xyzzy aaa aaaa aaaaa aaaaaa aaaaaaaa
bbb bbbbbb xxx xxxx xxxxx xxxxxx xxxxxxxx zzz zzzzzz ab aa aabb aabbcc abab one two three onetwothree
iloveyou iloveu iloveme iloveyouu iloveyoubaby ilovegod ilovejesus ilovemom ilovemymom ilovemyself ilovehim loveyou
loveme lovely love lovers lover loveu lovelove truelove mylove mylife babylove forever foreverlove sweetheart sweety
sweetie sweet sweetpea honey darling dearest babe baby babyboy babygirl babydoll angel angels angelo angelina heart hearts
princess prince queen king kings kingkong lady ladies boy boys girl girls girlfriend boyfriend bestfriend friend friends
friendship family mother mommy mom mama mummy father daddy dad papa sister brother brothers grandma children wife husband
monkey monkeys dragon dragons tiger tigers tigger lion lions eagle eagles panther panthers bear bears teddybear bulldog
bulldogs dolphin dolphins falcon falcons butterfly kitty kitten hellokitty cat cats dog dogs doggy puppy horse horses
rabbit bunny turtle spider scorpion cobra snake wolf wolves wolverine fox firefox phoenix hawk hawks ravens shark chicken
duck ducks penguin panda elephant buffalo mustang jaguar cheetah cowboy cowboys
sunshine sunny sunflower sun moon moonlight star stars starlight superstar rainbow sky sunset sunrise summertime
flower flowers rose roses daisy lily jasmine lotus orchid cherry apple apples banana bananas orange lemon mango pineapple
strawberry blueberry peach peaches cookie cookies cupcake chocolate candy sugar cheese pizza pepper ginger coffee
butter pumpkin peanut buttercup marshmallow
football footballs soccer baseball basketball hockey cricket tennis golf golfer rugby volleyball softball boxing wrestling
wwe skate skateboard swimming running fitness arsenal chelsea liverpool manchester manutd manunited unitedunited barcelona
barca realmadrid madrid juventus milan inter bayern lakers yankees redsox steelers packers dallas patriots giants broncos
raiders ronaldo messi beckham kobe jordan jordanjordan neymar dhoni sachin tendulkar kohli virat virats rohit ipl
superman batman spiderman ironman captain hulk avengers wonderwoman catwoman thor joker robin marvel pokemon pikachu naruto
sasuke goku dragonball onepiece mario luigi zelda sonic minecraft roblox fortnite pubg freefire callofduty counterstrike
warcraft starcraft diablo halo gameover gamer gamers games game player players playboy starwars startrek skywalker yoda
darthvader matrix neo trinity terminator rocky rambo godfather gandalf frodo hobbit harrypotter potter hogwarts hermione
dumbledore jamesbond bond simpsons homer bart scooby scoobydoo snoopy garfield mickey mickeymouse minnie donald disney
barbie tinkerbell tweety winnie pooh nemo shrek simba bambi cinderella
master masters shadow shadows hunter hunters killer killers ranger rangers warrior warriors ninja samurai knight knights
soldier sniper gangster gangsta thug pimp hacker hackers hack hacked anonymous legend legends boss bigboss chief champion
champions winner winners success lucky lucky luckyme happy happiness smile smiles peace freedom liberty destiny faith hope
grace blessed blessing blessings god godisgood jesus jesuschrist jesusisgood christ christian church heaven hell devil
satan lucifer angel demon demons evil ghost vampire zombie magic magical wizard witch mystic dream dreams dreamer
diamond diamonds gold golden silver platinum crystal ruby emerald pearl money moneymoney dollar dollars cash rich million
millionaire billion business company office work worker job jobs career office365 corporate finance bank banking
internet online website web webdesign computer computers laptop desktop keyboard mouse windows microsoft google gmail
yahoo hotmail outlook facebook twitter instagram insta whatsapp youtube tiktok snapchat linkedin netflix amazon flipkart
paytm apple iphone android samsung nokia motorola sony playstation xbox nintendo intel dell lenovo cisco oracle linux
ubuntu debian java javascript python mysql database network router wifi wireless modem printer access accessdenied
granted enter entrance start stop begin end finish first last next previous today tomorrow yesterday
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
november december birthday newyear christmas diwali holi eid
alpha beta gamma delta omega sigma alphabet number numbers digital digitalgoods market marketplace
voucher coupon giftcard gift gifts
red blue green yellow black white purple pink brown grey silverblue blackblack redred blueblue bluesky pinkpink
india indian indians bharat bharatmata hindustan mumbai bombay delhi newdelhi bangalore bengaluru chennai kolkata hyderabad
pune kerala punjab gujarat rajasthan tamilnadu ganesh ganesha krishna shiva shivshakti hanuman jaihanuman jaishreeram
jaishriram jaimatadi shreeram sriram saibaba omsairam sairam omnamahshivaya om radhe radheradhe radhekrishna waheguru
allah bismillah alhamdulillah mashallah inshallah muhammad mohammed namaste jaihind vandemataram
america american usa newyork california florida texas boston chicago london england britain france paris germany deutschland
berlin spain italy canada australia brazil brasil mexico russia china japan korea pakistan bangladesh nepal srilanka
michael jennifer jessica ashley daniel matthew joshua andrew anthony robert thomas charlie william james george jonathan
christopher christian nicole michelle amanda samantha elizabeth stephanie natalie victoria alexander alexandra benjamin
joseph david richard charles patrick steven brandon justin jordan taylor hannah sophie maggie buster bailey harley cooper
rahul rohan rohit amit anil sunil rajesh suresh ramesh mahesh mukesh rakesh dinesh vijay ajay sanjay manoj santosh ashok
deepak vikas vishal vivek nitin sachin arjun karan pooja priya neha kavita sunita anita geeta seema rekha lakshmi
saraswati sandeep pradeep kuldeep gaurav saurabh akash aakash abhishek ankit rishabh shivam shubham aditya
whatever nothing something anything everything nobody somebody someone anyone everyone unknown nopass none null undefined
blank empty blah blahblah foo foobar bar baz lorem ipsum loremipsum trustno trustnoone trustme believe fuckyou fuckoff
fuck fucker fuckme shit bullshit bitch asshole bastard dickhead pussy sex sexy sexyboy sexygirl porn hottie hotstuff
biteme suckit screwyou stupid idiot loser crazy crazyboy crazygirl rockstar rock rocknroll metal metallica slipknot nirvana
linkinpark greenday eminem rihanna beyonce justinbieber bieber onedirection bts blackpink music musica guitar piano
drummer dance dancer dancing singer song songs movie movies hollywood bollywood
mercedes ferrari porsche lamborghini corvette camaro mustang toyota honda suzuki yamaha kawasaki harley ducati bmw audi
nissan ford chevy chevrolet jeep truck racing turbo nascar
cheese chester maverick mercury matrix merlin midnight miller monster montana morgan nathan ncc oliver orange
parker peter phoenix pookie pussycat rachel racecar redskins redhead remember runner scooter secretpassword sierra
snowball snowman spanky sparky stanley steelers stella summerlove swordfish taylor thunder thx tinker tomcat trinity trouble
tucker viking voodoo walter wilson winston wizard xavier yankee yellow zaphod
`;

// These exact passwords are among the two hundred most used. Their words alone ("test", "kumar") stay allowed.
const EXACT_PASSWORDS = 'test@123 demo@123 kumar@123 global123@ zaq1@wsx';

export const commonWords: ReadonlySet<string> = new Set(`${WORDS} ${EXACT_PASSWORDS}`.trim().split(/\s+/));
