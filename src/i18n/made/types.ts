// Made by scripts/lib/words.mjs of the catalogues in src/i18n.
/* eslint-disable */
export type PlayerWords = {
appName:string;
language:string;
team:string;
menu:string;
close:string;
home:string;
retry:string;
errors:{
RATE_LIMITED:string;
STORE_AWAY:string;
UPDATING:string;
INTERNAL:string;
NO_ANSWER:string
};
notices:{
STORE_AWAY:string;
DRAINING:string;
SERVER_AWAY:string
};
ghostGame:{
league:string;
playOn:string;
place:(a: { rank: string | number; rights: string | number }) => string;
ofAll:(a: { rank: number; all: number }) => string;
rights:(a: { count: string | number }) => string;
revived:(a: { count: number }) => string;
revivedYou:string;
oneLife:string
};
doublePoints:string;
justForFun:string;
opinion:string;
explanation:string;
severalRight:(a: { count: string | number }) => string;
breakTime:string;
blindNow:string;
pin:string;
pinLabel:string;
resultsKept:string;
tracksKept:string;
pinHint:string;
name:string;
namePlaceholder:string;
nameBad:(a: { most: string | number }) => string;
enter:string;
entering:string;
queued:(a: { place: string | number; seconds: string | number }) => string;
joinTitle:string;
joinRoomTitle:(a: { pin: string | number }) => string;
voided:string;
lostLife:string;
questions:(a: { count: number }) => string;
players:(a: { count: string | number; capacity: string | number }) => string;
peopleCount:(a: { count: number }) => string;
reconnecting:string;
gone:string;
serverEnded:string;
arena:string;
arenaLabel:string;
host:string;
gameOver:string;
lobbyWait:string;
lobbyHost:string;
invite:string;
inviteTitle:string;
countdown:string;
getReady:string;
questionOf:(a: { index: string | number; count: string | number }) => string;
roundOf:(a: { number: string | number; of: string | number }) => string;
questionLabel:string;
choicesLabel:string;
choice:(a: { order: string | number; content: string | number }) => string;
zone:(a: { order: string | number; content: string | number }) => string;
timeLeft:string;
secondsLeft:(a: { count: string | number }) => string;
paused:string;
resumed:string;
timeUp:string;
timeUpSaid:string;
tapToWalk:string;
answerOf:(a: { order: string | number; content: string | number }) => string;
answerIs:(a: { answers: string | number }) => string;
right:string;
wrong:string;
points:(a: { points: number }) => string;
climbed:(a: { ranks: number }) => string;
score:(a: { points: number }) => string;
survived:string;
eliminated:string;
eliminatedHint:string;
allWrong:string;
notScored:(a: { isLast: boolean }) => string;
rank:(a: { rank: string | number }) => string;
place:(a: { rank: number }) => string;
rankOf:(a: { rank: string | number; all: string | number }) => string;
myRank:string;
alive:(a: { count: string | number }) => string;
aliveOf:(a: { count: string | number; all: string | number }) => string;
emotes:string;
chat:string;
unread:(a: { count: number }) => string;
people:string;
ranking:string;
noWalk:string;
hostPanel:string;
gameControls:string;
locked:string;
resultsTitle:string;
results:string;
nobodyScored:string
};
export type GameWords = {
panels:{
chatPlaceholder:string;
chatGhost:string;
chatNear:string;
saidNear:string;
chatMuted:string;
chatClosed:string;
chatEmpty:string;
missed:(a: { count: number }) => string;
messageActions:(a: { name: string | number }) => string;
chatMutedYou:string;
chatSlow:(a: { seconds: string | number }) => string;
newMessages:string;
vibration:string;
leaveConfirm:string;
leaveConfirmOwner:string;
joinAt:string;
renameMine:string;
ghostName:string;
playAgain:string;
backToLobby:string;
waitForHost:string;
andMore:(a: { count: string | number }) => string;
coHost:string;
disconnected:string;
you:string;
playerActions:(a: { name: string | number }) => string;
bot:string;
moreChoices:(a: { count: number }) => string;
podiumPlace:(a: { place: string | number; name: string | number; score: string | number }) => string;
qrLabel:(a: { address: string | number }) => string;
hostedBy:(a: { name: string | number }) => string;
takeBackHost:string;
modeRanking:string;
modeSurvival:string;
breakSoon:string;
weAreBack:string;
hostGoesOn:string;
blindScreen:string;
tieBroken:(a: { rights: string | number; seconds: string | number }) => string;
tieSeconds:(a: { seconds: string | number }) => string;
endConfirm:string;
bots:(a: { count: number }) => string;
openScreen:string;
actingHost:string;
noWalkHint:string;
rename:string;
copied:string;
screenJoin:string;
copy:string;
yourCode:string;
codeHint:string;
rightCount:(a: { right: string | number; all: string | number }) => string;
ghosts:(a: { count: number }) => string;
send:string;
muted:string;
curtain:string;
leave:string;
ghost:string;
loading:string;
cancel:string;
end:string
};
draw:{
draw:string;
among:{
everybody:string;
rightLast:string;
rightRound:string;
team:string;
noPrize:string
};
amongTeam:(a: { name: string | number }) => string;
winners:(a: { count: number }) => string;
soon:string;
left:(a: { count: string | number }) => string;
running:(a: { count: string | number }) => string;
nobody:string;
won:(a: { count: number }) => string;
youWon:string;
youStay:string;
youFell:string;
youOut:string;
tookPart:(a: { count: string | number }) => string;
check:string;
hashBefore:string;
seed:string;
slots:string;
winnersAre:string;
nextHash:string;
checkHint:string
};
ended:{
overTitle:string;
noRoomTitle:string;
fullTitle:string;
lockedTitle:string;
kickedTitle:string;
dismissedTitle:string;
dismissedText:string;
replacedTitle:string;
replacedText:string;
takeBack:string;
goneText:string;
notices:{
COCKPIT_ENDED:string;
ROOM_CLOSED:string;
TICKET_ENDED:string;
REMOVED:string;
ROOM_LOST:string
}
};
final:{
title:string;
place:(a: { isShared: boolean; rank: number }) => string;
seat:(a: { number: string | number }) => string;
lookUp:string;
own:string;
up:(a: { ranks: number }) => string;
standUp:string;
awards:{
hardest:string;
comeback:string;
fastest:string;
streak:string;
lastStanding:string;
ghost:string
};
rightOf:(a: { right: string | number; played: string | number }) => string;
ranksUp:(a: { ranks: string | number }) => string;
seconds:(a: { seconds: string | number }) => string;
inARow:(a: { rights: string | number }) => string;
nobodyElse:string;
asGhost:(a: { rights: string | number }) => string;
thanks:string;
players:string;
questions:string;
answers:string;
rightShare:string;
walked:string;
saveOwn:string;
rights:(a: { rights: string | number; questions: string | number }) => string;
joinNow:string;
shown:{
black:string;
row:string;
step:string;
award:string;
credits:string;
podium:string
};
shownHint:string;
toPodium:string;
startAsk:string
};
given:{
gave:(a: { name: string | number; points: string | number; reason: string | number }) => string;
tookBack:(a: { name: string | number; points: string | number; reason: string | number }) => string;
you:string;
somebodyGone:string;
seat:(a: { number: string | number }) => string;
team:(a: { name: string | number }) => string;
give:string;
title:(a: { name: string | number }) => string;
to:string;
points:string;
pointsHint:(a: { most: string | number }) => string;
reason:string;
reasonHint:string;
list:string;
hint:string;
takeBack:string;
takeBackOf:(a: { points: string | number; name: string | number }) => string
};
home:{
tagline:string;
seatWaiting:(a: { pin: string | number }) => string;
seatReturn:string;
publicRooms:string;
noPublicRooms:string;
refresh:string;
createTitle:string;
hostOffer:string;
writeOwn:string;
ownSets:string;
tryNow:string;
tryTitle:string;
tryHint:string;
tryStop:string;
tryAgain:string;
tryLarge:string;
lastSets:string;
lastGames:string;
host:string;
hostAgain:string;
hostThis:(a: { what: string | number; title: string | number }) => string;
allResults:string;
noSets:string;
nowhere:string
};
hope:{
comeBack:string;
toGo:(a: { places: number }) => string;
wouldReturn:string
};
item:{
kinds:{
slide:string;
break:string;
draw:string;
standings:string
};
standings:string;
noStandings:string;
yourPlace:(a: { rank: string | number; score: string | number }) => string;
breakSoon:string;
startsAt:(a: { time: string | number }) => string;
untilStart:string;
startsSoon:string;
clock:string;
round:(a: { number: string | number; of: string | number }) => string;
times:(a: { factor: string | number }) => string;
standingsLater:string;
standingsHidden:string;
pictureGone:string
};
kind:{
noOpinion:string;
move:string;
answer:(a: { text: string | number }) => string;
yourAnswer:(a: { text: string | number }) => string;
nearest:string;
median:(a: { text: string | number }) => string;
mean:(a: { text: string | number }) => string;
spread:(a: { text: string | number }) => string;
answered:(a: { count: number }) => string;
unmoved:(a: { count: number }) => string;
share:(a: { percent: string | number; count: string | number }) => string;
value:string;
more:string;
less:string;
places:string;
pictureHint:string;
rightPlace:string;
pictureMissing:string;
ends:(a: { from: string | number; to: string | number }) => string;
range:(a: { from: string | number; to: string | number }) => string;
standing:{
zone:(a: { text: string | number }) => string;
value:(a: { text: string | number }) => string;
place:(a: { name: string | number }) => string
};
keys:{
ox:string;
ruler:string;
poll:string;
spot:string
}
};
legal:{
all:string;
imprint:string;
privacy:string;
contact:string;
accessibility:string
};
look:{
title:string;
hint:string;
main:string;
mainHint:string;
second:string;
secondHint:string;
save:string;
saved:string;
logo:string;
logoHint:string;
logoNow:string;
badLogo:string;
removeLogo:string;
remove:string;
removed:string
};
map:{
ninths:readonly [string,string,string,string,string,string,string,string,string];
hint:string;
hintPlaces:string;
keys:string;
standing:(a: { part: string | number }) => string;
cluster:(a: { name: string | number; count: string | number }) => string;
numbered:(a: { number: string | number }) => string;
clusters:string;
target:string
};
news:{
questionDropped:string;
hostNow:string;
hostAgain:string;
newHost:(a: { name: string | number }) => string;
hostBack:(a: { name: string | number }) => string;
newGhost:string;
newRole:{
coHost:string;
actingHost:string
}
};
part:{
statementOf:(a: { number: string | number; count: string | number }) => string;
itemOf:(a: { number: string | number; count: string | number }) => string;
statements:string;
items:string;
next:string;
now:string;
seconds:(a: { count: number }) => string;
share:(a: { choice: string | number }) => string;
polled:string;
own:(a: { text: string | number }) => string;
noOwn:string;
right:string;
wrong:string;
voided:string;
tally:(a: { right: string | number; of: string | number }) => string;
partly:string;
spared:string;
crowd:(a: { right: string | number; played: string | number }) => string;
allRight:(a: { right: string | number; played: string | number }) => string;
list:string;
closeNow:{
statement:string;
item:string
};
closeHint:string;
extendNow:{
statement:string;
item:string
};
voidInList:string;
correct:string;
hideForm:string
};
ticket:{
title:string;
has:string;
hasNoPin:string;
other:string;
code:string;
hint:string;
hintOthers:string
};
write:{
answer:string;
word:(a: { number: string | number }) => string;
answerHint:string;
save:string;
most:(a: { texts: number; graphemes: string | number }) => string;
state:{
empty:string;
stands:(a: { texts: string | number }) => string;
unsent:string;
saved:string;
late:string;
tooLong:(a: { most: string | number }) => string
};
asked:{
typed:string;
words:string
};
walk:{
typed:string;
words:string
};
writing:{
typed:string;
words:string
};
soon:string;
wrote:(a: { texts: string | number }) => string;
nothing:string;
byWriting:string;
byWalking:(a: { isHalf: boolean }) => string;
tally:(a: { wrote: string | number; walked: string | number }) => string;
writers:(a: { count: number }) => string;
wroteIt:(a: { count: number }) => string;
keys:string;
walkKeys:string
};
bigRoom:{
hint:string;
listed:string;
of:(a: { all: string | number }) => string;
hears:string;
toAll:string;
toNear:string
};
emote:readonly [string,string,string,string,string,string];
errors:{
BAD_REQUEST:string;
UNKNOWN_EVENT:string;
NOT_IN_ROOM:string;
ALREADY_IN_ROOM:string;
WRONG_ROOM:string;
ROOM_NOT_FOUND:string;
ROOM_FULL:string;
ROOM_TOO_BIG_FOR_FORMAT:string;
ROOM_LOCKED:string;
KNOWS_ANSWERS:string;
TICKET_NEEDED:string;
WRONG_TICKET:string;
OTHER_WIRE:string;
OTHER_VERSION:string;
KICKED:string;
NAME_NOT_ON_LIST:string;
NAME_TAKEN:string;
NAME_RESERVED:string;
NAMES_FIXED:string;
NOT_HOST:string;
NOT_A_PLAYER:string;
NOT_IN_HALLS:string;
WRONG_PHASE:string;
BUSY:string;
MUTED:string;
BLIND:string;
SLOW_MODE:string;
TOO_SLOW:string;
TOO_MANY_PINS:string;
TOO_MANY_SCREENS:string;
UNKNOWN_HOST:string;
FORBIDDEN:string
};
sound:{
title:string;
turnOn:string;
modes:{
all:string;
effects:string;
off:string
};
mode:string;
volume:string;
offset:string;
onTime:string;
earlier:(a: { ms: string | number }) => string;
later:(a: { ms: string | number }) => string;
offsetHint:string;
hostHint:string;
ownHint:string;
byHost:string;
test:string;
phone:string;
phoneHint:string
};
team:{
ranking:string;
perQuestion:string;
figure:(a: { figure: string | number }) => string;
choose:string;
chooseHint:string;
members:(a: { count: number }) => string;
yours:string;
ownTeam:string;
done:string;
title:string;
modes:{
none:string;
choice:string;
dealt:string;
list:string
};
hints:{
none:string;
choice:string;
dealt:string;
list:string
};
name:(a: { number: string | number }) => string;
names:readonly [string,string,string,string,string,string,string,string];
add:string;
remove:string;
saveNames:string;
nameMissing:string;
namesAlike:string;
list:string;
listHint:string;
listSave:string;
listSaved:(a: { count: number; merged: number }) => string;
listBad:(a: { line: string | number }) => string;
listLong:(a: { most: string | number }) => string;
later:string
};
theme:{
yours:string;
asHost:string;
ofRoom:string;
ofRoomHint:string;
themes:{
yard:string;
night:string;
contrast:string
}
};
show:{
partTally:(a: { right: string | number; played: string | number }) => string;
tally:(a: { right: string | number; played: string | number }) => string;
nobodyRight:string;
everybodyRight:string;
spared:string;
seat:(a: { number: string | number }) => string;
moment:{
lone:string;
climb:(a: { ranks: string | number }) => string;
fastest:(a: { seconds: string | number }) => string;
streak:(a: { rights: string | number }) => string;
fell:(a: { people: string | number; of: string | number }) => string;
unhurt:(a: { lives: string | number }) => string;
late:(a: { people: string | number }) => string
};
own:string;
even:string;
again:(a: { count: string | number }) => string;
ranking:string;
living:(a: { alive: string | number; all: string | number }) => string;
fallen:(a: { count: string | number }) => string;
allFirst:(a: { people: string | number }) => string;
amongFirst:(a: { people: string | number }) => string;
howToPlay:string;
howToChoose:string;
howToWrite:string
}
};
export type HostWords = {
title:{
bad:(a: { most: string | number }) => string;
badText:(a: { most: string | number }) => string
};
cockpit:{
projector:string;
hostParts:{
hosts:string;
both:string;
plays:string
};
hostPartHints:{
hosts:string;
both:string;
plays:string
};
cockpit:string;
openCockpit:string;
openCockpitHint:string;
hostLink:string;
hostLinkHint:string;
makeHostLink:string;
newHostLink:string;
hideHostLink:string;
hostLinkWarning:string;
endHostLink:string;
endHostLinkConfirm:string;
hostLinkEnded:(a: { count: number }) => string;
roles:string;
letActingHost:string;
letActingHostHint:string;
closeRoom:string;
closeRoomConfirm:string;
closeLoses:string;
actions:{
next:string;
back:string;
start:string;
round:string;
pause:string;
resume:string;
extend:string;
drop:string;
close:string;
void:string;
count:string;
end:string;
mute:string;
lock:string;
help:string
};
unmute:string;
unlock:string;
nextBegin:string;
nextAll:string;
nextQuestion:string;
nextResults:string;
nextWaiting:string;
nextItem:string;
nextDraw:string;
nextRoundBegins:string;
controls:string;
space:string;
noteNextInQuestion:string;
noteNextInLobby:string;
noteTooSoon:string;
noteAgain:(a: { action: string | number }) => string;
keysOff:string;
helpNext:string;
helpBack:string;
helpExtend:string;
helpDrop:string;
helpClose:string;
helpPause:string;
helpStart:string;
helpRound:string;
helpEnd:string;
helpMute:string;
helpLock:string;
helpHelp:string;
helpText:string;
silentScreen:string;
hall:string;
here:(a: { count: string | number }) => string;
slow:(a: { count: string | number }) => string;
gone:(a: { count: string | number }) => string;
placesHidden:string;
inZone:(a: { count: number }) => string;
answer:string;
notesHere:string;
coming:string;
askNext:string;
comingRest:(a: { count: number }) => string;
curtained:string;
back:(a: { away: string | number; here: string | number; all: string | number }) => string;
awayFor:{
seconds:(a: { seconds: string | number }) => string;
minutes:(a: { minutes: string | number }) => string
};
onBreak:(a: { message: string | number }) => string;
choicesSoon:string;
waitsForNext:string;
top:string;
mirror:string;
finalShown:string;
view:string;
tabs:{
game:string;
people:string;
chat:string;
room:string
};
search:string;
filters:{
all:string;
gone:string;
helpers:string;
bots:string
};
filterBy:string;
nobody:string;
checklist:{
title:string;
done:string;
missing:string;
screen:string;
strangeScreen:(a: { count: number }) => string;
noScreen:string;
sound:string;
noSound:string;
soundOn:string;
phone:string;
noPhone:string;
rehearsed:string;
notRehearsed:string;
narrow:(a: { count: number }) => string;
rules:string;
leftOut:(a: { count: number }) => string
};
roleLost:string;
roleLostText:string;
notHost:string;
notHostText:string;
linkBad:string;
linkBadText:string;
linkEnded:string;
linkEndedText:string;
tooManyTries:string;
tooManyTriesText:string;
tooManyCockpits:string;
tooManyCockpitsText:string;
replaced:string;
replacedText:string;
joinAsPlayer:string;
wasInCockpit:(a: { pin: string | number }) => string;
backToCockpit:string
};
panel:{
rulesTitle:string;
scoring:string;
scorings:{
early:string;
shared:string;
flat:string
};
crowd:string;
crowds:{
visible:string;
blind:string
};
blindHint:string;
lives:string;
pacing:string;
pacings:{
auto:string;
host:string
};
lastQuestion:string;
earlierQuestions:(a: { count: number }) => string;
voidQuestion:string;
voidHint:string;
rightChoices:string;
rightNumber:string;
tolerance:string;
capacityBad:(a: { least: string | number; most: string | number }) => string;
quizCountBad:(a: { most: string | number }) => string;
folds:{
before:string;
during:string;
devices:string
};
rehearsal:string;
moderation:string;
filterWords:string;
filterWordsHint:string;
namesBy:string;
namesFree:string;
namesGenerated:string;
namesList:string;
nameList:string;
nameListHint:(a: { most: string | number }) => string;
nameListSave:string;
nameListSaved:(a: { count: number; merged: number }) => string;
nameListBad:(a: { name: string | number }) => string;
nameListLong:(a: { most: string | number }) => string;
emotes:string;
emotesHint:string;
slowMode:string;
slowOff:string;
slowEvery:(a: { seconds: string | number }) => string;
settingsInGame:string;
saved:string;
connections:string;
healthHere:(a: { count: string | number }) => string;
healthSlow:(a: { count: string | number }) => string;
healthBehind:(a: { count: number }) => string;
healthGone:(a: { count: string | number }) => string;
healthTrip:(a: { median: string | number; p95: string | number }) => string;
healthPart:string;
tripMs:(a: { ms: string | number }) => string;
goneFor:(a: { seconds: string | number }) => string;
tripBehind:string;
rehearsalHint:string;
rehearsalBots:string;
rehearsalBad:(a: { most: string | number }) => string;
rehearsalStart:string;
rehearsalStop:string;
rehearsalLeft:(a: { bots: string | number; seconds: string | number }) => string;
rehearsalOutcomes:{
good:(a: { people: string | number; devices: number }) => string;
networkSlow:(a: { people: string | number; slow: string | number; devices: string | number }) => string;
networkUntested:(a: { people: string | number }) => string;
serverSlow:(a: { people: string | number }) => string;
cutShort:string
};
rehearsalJoins:(a: { ms: string | number }) => string;
rehearsalDelay:(a: { ms: string | number }) => string;
rehearsalLate:(a: { ms: string | number }) => string;
lock:string;
lockHint:string;
mute:string;
screenTitle:string;
closeScreens:string;
closeScreensHint:string;
screensClosed:(a: { count: number }) => string;
screenChat:string;
screenNames:string;
create:string;
creating:string;
roomTitle:string;
roomTitleDefault:string;
mode:string;
presets:{
party:{
name:string;
hint:string
};
contest:{
name:string;
hint:string
};
RANKING:{
name:string;
hint:string
};
SURVIVAL:{
name:string;
hint:string
}
};
capacity:string;
isPublic:string;
useLook:string;
useLookHint:string;
quizSet:string;
playLost:string;
quizCount:string;
quizSetOption:(a: { title: string | number; count: string | number }) => string;
inYourOrder:(a: { count: string | number; all: string | number }) => string;
lookAtSet:string;
startGame:string;
deleteMessage:string;
mutePlayer:string;
unmutePlayer:string;
freeSeat:string;
freeSeatConfirm:(a: { name: string | number }) => string;
kick:string;
kickConfirm:(a: { name: string | number }) => string;
pause:string;
resume:string;
skips:{
begin:string;
drop:string;
close:string;
all:string;
next:string;
results:string
};
skipHints:{
begin:string;
drop:string;
close:string;
all:string;
next:string;
results:string
};
extend:string;
hostPassword:string;
makeCoHost:string;
endCoHost:string;
handOver:string;
handOverConfirm:(a: { isOwner: boolean; name: string | number }) => string
};
rules:{
revival:string;
nextRound:string;
extraTime:string;
extraTimed:string;
giveTime:string;
endTime:string
};
order:{
questionOrder:string;
questionOrders:{
drawn:string;
written:string
};
choiceOrder:string;
choiceOrders:{
shuffled:string;
written:string
};
pauseMenu:string;
openPauseMenu:string;
hideQuestion:string;
hideHint:string;
breakTitle:string;
breakMessage:string;
breakDefault:string;
breakMinutes:string;
breakStart:string;
skipDraw:string
};
door:{
why:{
ROOM_FULL:string;
ROOM_LOCKED:string;
ROOM_TOO_BIG_FOR_FORMAT:string;
KNOWS_ANSWERS:string;
TICKET_NEEDED:string;
KICKED:string;
NAME_NOT_ON_LIST:string;
NAME_TAKEN:string;
RATE_LIMITED:string
};
title:string;
seats:(a: { here: string | number; all: string | number }) => string;
turnedAway:(a: { count: string | number }) => string;
reason:(a: { count: string | number; text: string | number }) => string;
waiting:(a: { count: string | number }) => string;
makeRoom:string;
makeRoomTo:(a: { seats: string | number }) => string;
missing:(a: { count: string | number }) => string;
more:(a: { count: string | number }) => string;
nobodyMissing:string;
remove:string;
removeHint:string;
removals:{
unmoved:string;
lastMinute:string
};
ask:{
unmoved:(a: { count: string | number }) => string;
lastMinute:(a: { count: string | number }) => string
};
doRemove:(a: { count: string | number }) => string;
nobodyToRemove:string;
removed:(a: { count: number }) => string
};
hostErrors:{
NOT_ENOUGH_QUESTIONS:string;
BAD_QUIZ_FILE:string;
FAINT_COLOURS:string;
BAD_IMAGE:string;
GAME_NOT_FOUND:string;
TICKETS_NOT_FOUND:string;
QUIZ_SET_NOT_FOUND:string;
TOO_MANY_ROOMS:string;
HOST_PASSWORD:string;
NOT_SIGNED_IN:string;
STALE:string;
TOO_MUCH_KEPT:string;
DATABASE_AWAY:string;
MESSAGE_NOT_FOUND:string;
PLAYER_NOT_FOUND:string;
TOO_LATE:string
};
claims:{
title:string;
draw:string;
hint:string
};
ground:{
map:string;
maps:{
yard:string;
garden:string;
maze:string;
own:string
};
walking:string;
walkings:{
free:string;
checked:string
};
checkedHint:string
};
mapForm:{
drawn:string;
maps:{
world:string;
europe:string;
korea:string
};
alts:{
world:string;
europe:string;
korea:string
};
scored:string;
scoredHint:string;
near:(a: { percent: string | number }) => string;
far:(a: { percent: string | number }) => string;
target:string;
placesHow:string;
atPlace:string;
choosePlace:string;
tap:string
};
masked:{
wasSaid:string;
showToAll:string;
wanted:string;
takeName:string
};
programme:{
title:string;
kinds:{
slide:string;
round:string;
break:string;
draw:string;
standings:string
};
now:string;
done:string;
out:string;
goTo:string;
drawAgain:string;
leaveOut:string;
putBack:string;
up:string;
down:string;
add:string;
kind:string;
put:string;
cancel:string;
note:string;
rounds:(a: { count: number }) => string;
questions:(a: { count: number }) => string;
of:(a: { name: string | number }) => string
};
share:{
title:string;
what:string;
look:string;
lookAll:string;
copy:string;
answers:string;
copyHas:string;
make:string;
once:string;
onlyHere:string;
end:string;
gone:string;
take:string;
taken:string;
open:string;
signIn:string;
signInToLook:string
};
written:{
hidden:string;
written:(a: { written: string | number; players: string | number }) => string;
here:string;
groups:string;
right:string;
isOut:string;
people:(a: { count: string | number }) => string;
strike:string;
unstrike:string;
accept:string;
acceptTitle:string;
acceptHint:string;
all:(a: { count: string | number }) => string;
accepted:(a: { texts: string | number }) => string;
more:(a: { count: string | number }) => string
};
image:{
choose:string;
drop:string;
replace:string;
remove:string;
alt:string;
altHow:string;
altMissing:string;
wrongType:string;
tooLarge:string;
uploading:(a: { percent: string | number }) => string;
working:string;
waits:string;
lost:(a: { count: number }) => string
};
itemForm:{
roundNumber:(a: { number: string | number }) => string;
slideTitle:string;
slideText:string;
lettersOf:(a: { count: string | number; most: string | number }) => string;
stays:string;
stay:{
host:string;
time:string
};
staySeconds:string;
startsAt:string;
startsAtHint:string;
startsAtShort:(a: { time: string | number }) => string;
untilNext:string;
forSeconds:(a: { seconds: string | number }) => string;
forMinutes:(a: { minutes: string | number }) => string;
roundName:string;
roundFrom:string;
roundBelow:string;
ownSets:string;
readySets:string;
setOption:(a: { title: string | number; count: string | number }) => string;
otherSet:string;
setGone:string;
belowToo:string;
fromSet:(a: { title: string | number }) => string;
roundCount:string;
manyQuestions:(a: { count: string | number }) => string;
someQuestions:(a: { count: string | number; of: string | number }) => string;
allQuestions:(a: { count: number }) => string;
order:string;
orders:{
written:string;
drawn:string
};
roundSeconds:string;
roundSecondsHint:string;
blind:string;
blindOf:{
usual:string;
yes:string;
no:string
};
blindShort:string;
factor:string;
factors:{
"1":string;
"2":string;
"3":string
};
standings:string;
standingsOf:{
each:string;
round:string;
never:string
};
standingsShort:{
round:string;
never:string
};
message:string;
minutes:string;
prize:string;
amongWhom:string;
among:{
everybody:string;
rightLast:string;
rightRound:string;
team:string;
noPrize:string
};
team:string;
noTeam:string;
teamNumber:(a: { number: string | number }) => string;
teamHint:string;
winners:string;
winnersShort:(a: { count: number }) => string;
standingsHow:string;
note:string;
noteHint:string;
noPreviewItem:string;
players:readonly [string,string,string,string,string,string,string,string]
};
quizFile:{
title:string;
choose:string;
hint:(a: { most: string | number }) => string;
done:(a: { title: string | number; count: string | number }) => string;
big:(a: { kB: string | number }) => string;
skipped:(a: { count: number }) => string;
notes:string;
place:{
row:(a: { row: string | number; message: string | number }) => string;
question:(a: { number: string | number; message: string | number }) => string;
line:(a: { line: string | number; message: string | number }) => string
};
paste:string;
pasteLabel:string;
pasteHint:string;
pasteExample:string;
pasteUse:string
};
partForm:{
of:{
statements:{
legend:string;
hint:string;
row:(a: { number: string | number }) => string;
remove:(a: { number: string | number }) => string;
up:(a: { number: string | number }) => string;
down:(a: { number: string | number }) => string;
add:string
};
order:{
row:(a: { number: string | number }) => string;
remove:(a: { number: string | number }) => string;
up:(a: { number: string | number }) => string;
down:(a: { number: string | number }) => string;
add:string;
legend:string;
hint:string
};
match:{
row:(a: { number: string | number }) => string;
remove:(a: { number: string | number }) => string;
up:(a: { number: string | number }) => string;
down:(a: { number: string | number }) => string;
add:string;
legend:string;
hint:string
}
};
truth:(a: { number: string | number }) => string;
zone:(a: { number: string | number }) => string;
noZone:string;
zones:{
legend:string;
row:(a: { number: string | number }) => string;
remove:(a: { number: string | number }) => string;
add:string
};
zonesHow:string;
guessOf:(a: { number: string | number }) => string;
guessHow:string;
guessTime:string;
inAll:(a: { sum: string | number; total: string | number }) => string;
partShown:string;
part:(a: { number: string | number; of: string | number }) => string;
partBefore:string;
partNext:string;
tried:(a: { right: string | number; of: string | number; points: string | number }) => string
}
};
export type DeskWords = {
start:{
title:string;
isOpen:string;
hall:string;
copy:string;
copied:string;
check:string;
notYet:string;
reached:string;
otherReached:(a: { base: string | number }) => string;
choose:string;
chooseWhy:string;
worksMark:string;
alone:string;
moved:(a: { before: string | number }) => string;
elsewhere:(a: { taken: string | number; port: string | number }) => string;
next:string;
host:string;
hostHow:string;
sets:string;
setsHow:string;
help:string;
helpFirst:(a: { base: string | number }) => string;
sign:string;
cure:string;
obstacles:{
firewall:{
name:string;
sign:string;
cure:(a: { port: string | number }) => string
};
guestWifi:{
name:string;
sign:string;
cure:string
};
twoNetworks:{
name:string;
sign:string;
cure:string
};
vpn:{
name:string;
sign:string;
cure:string
};
loginPage:{
name:string;
sign:string;
cure:string
};
mobileData:{
name:string;
sign:string;
cure:string
};
httpsOnly:{
name:string;
sign:string;
cure:string
};
unknownName:{
name:string;
sign:string;
cure:string
};
tooManyPhones:{
name:string;
sign:string;
cure:string
}
};
server:string;
inUse:(a: { rooms: number; people: number }) => string;
version:(a: { version: string | number }) => string;
stop:string;
stopNow:string;
stopAsk:(a: { hasGame: boolean; rooms: number; people: number; goOn: boolean }) => string;
stopping:string;
stopped:string;
away:string;
notHere:string;
notSignedIn:string;
wrongKey:string;
home:string
};
desk:{
title:string;
home:string;
tickets:string;
results:string;
wrongKey:string;
signOut:string;
signedInAs:(a: { name: string | number }) => string;
signedInOperator:string;
search:string;
none:string;
noneFound:string;
newSet:string;
newTitle:string;
edit:string;
play:string;
look:string;
readySets:string;
playable:(a: { count: string | number }) => string;
rounds:(a: { count: number }) => string;
slides:(a: { count: number }) => string;
faultyItems:(a: { count: string | number }) => string;
labels:string;
all:string;
fromFile:string;
fileHint:(a: { most: string | number }) => string;
usage:(a: { sets: string | number; mostSets: string | number; percent: string | number }) => string;
guest:string;
questions:(a: { count: number }) => string;
savedAt:(a: { when: string | number }) => string;
rename:string;
newName:string;
save:string;
cancel:string;
copy:string;
download:string;
downloadAs:{
xlsx:string;
gift:string
};
leavesOut:{
xlsx:string;
gift:string
};
versions:string;
noVersions:string;
haveBack:string;
remove:string;
removed:(a: { title: string | number }) => string;
undo:string;
more:string;
reading:string;
done:(a: { title: string | number }) => string;
toCorrect:(a: { faulty: number; count: string | number }) => string;
openFault:string;
moreOf:(a: { title: string | number }) => string;
sessions:string;
thisBrowser:string;
lastSeen:(a: { when: string | number }) => string;
end:string
};
editor:{
back:string;
title:string;
language:string;
languages:{
ko:string;
en:string
};
labels:string;
addLabel:string;
removeLabel:(a: { label: string | number }) => string;
loading:string;
saved:string;
saving:string;
waitsForPictures:string;
keptHere:string;
notKept:string;
refused:(a: { why: string | number }) => string;
badTitle:string;
conflict:string;
theirs:string;
asCopy:string;
copyOf:(a: { title: string | number }) => string;
unsaved:string;
useUnsaved:string;
dropUnsaved:string;
undo:string;
redo:string;
preview:string;
play:string;
print:string;
printPlain:string;
printAnswers:string;
printRun:string;
printRunHint:string;
runStart:string;
runStartHint:string;
runEnds:(a: { time: string | number }) => string;
runTakes:(a: { time: string | number }) => string;
runPlan:(a: { reveal: string | number; slide: string | number }) => string;
share:string;
more:string;
keys:string;
versions:string;
versionsHint:string;
none:string;
question:(a: { number: string | number }) => string;
empty:string;
items:{
slide:string;
round:string;
break:string;
draw:string;
standings:string
};
fromSet:(a: { count: string | number }) => string;
fromWholeSet:string;
times:{
seconds:string;
writeSeconds:string;
partSeconds:string;
pollSeconds:string
};
secondsShort:(a: { seconds: string | number }) => string;
faults:(a: { count: number }) => string;
summary:(a: { playable: string | number; count: string | number }) => string;
summaryAll:(a: { count: number }) => string;
full:(a: { most: string | number }) => string;
add:string;
paste:string;
open:string;
close:string;
select:(a: { row: string | number }) => string;
selected:(a: { count: string | number }) => string;
handle:(a: { row: string | number }) => string;
moved:(a: { from: string | number; to: string | number }) => string;
up:string;
down:string;
moveTo:string;
double:string;
remove:string;
removed:(a: { count: string | number }) => string;
insertBelow:string;
insertItem:string;
addItem:string;
fullOfItems:(a: { most: string | number }) => string;
hasNote:string;
kind:string;
kinds:{
choice:string;
pictures:string;
ox:string;
number:string;
spot:string;
poll:string;
scale:string;
typed:string;
words:string;
statements:string;
order:string;
match:string;
guess:string;
map:string
};
quiz:string;
choices:string;
choice:(a: { number: string | number }) => string;
right:(a: { number: string | number }) => string;
addChoice:string;
wordOn:(a: { number: string | number }) => string;
picturesHow:string;
removeChoice:(a: { number: string | number }) => string;
fixedOrder:string;
whole:string;
wholeHint:string;
points:string;
pointsOf:readonly [string,string,string];
pointsShort:readonly [string,string,string];
explanation:string;
blind:string;
blindOf:{
usual:string;
yes:string;
no:string
};
truth:string;
yes:string;
no:string;
min:string;
max:string;
step:string;
unit:string;
fits:(a: { seconds: string | number }) => string;
narrow:string;
signIn:string;
value:string;
tolerance:string;
from:string;
to:string;
texts:{
accepted:{
legend:string;
hint:string;
row:(a: { number: number }) => string;
remove:(a: { number: string | number }) => string;
add:string;
masked:string
};
wrong:{
legend:string;
hint:string;
row:(a: { number: string | number }) => string;
remove:(a: { number: string | number }) => string;
add:string;
masked:string
}
};
walks:string;
walksHint:string;
walkTime:string;
longQuiz:(a: { most: string | number }) => string;
middle:string;
manySteps:string;
places:string;
place:(a: { number: string | number }) => string;
addPlace:string;
removePlace:(a: { number: string | number }) => string;
placesHow:string;
target:(a: { number: string | number }) => string;
removeTarget:(a: { number: string | number }) => string;
radius:(a: { percent: string | number }) => string;
at:(a: { what: string | number; across: string | number; downward: string | number }) => string;
isTarget:string;
across:string;
downward:string;
pasteTitle:string;
pasteHint:string;
pasteOffer:string;
pasteAsText:string;
makeQuestions:string;
file:string;
made:(a: { count: number }) => string;
toCorrect:(a: { faulty: number; count: string | number }) => string;
openFault:string;
leftOut:(a: { count: string | number }) => string;
cancel:string;
phone:string;
projector:string;
tryIt:string;
stop:string;
tried:{
right:(a: { points: string | number }) => string;
wrong:string;
off:(a: { distance: string | number }) => string;
counted:string;
unmoved:string
};
noPreview:string;
newSet:string;
keyRows:readonly [readonly [string,string],readonly [string,string],readonly [string,string],readonly [string,string],readonly [string,string],readonly [string,string],readonly [string,string],readonly [string,string]]
};
account:{
signIn:string;
operatorHow:string;
name:string;
password:string;
newPassword:string;
currentPassword:string;
passwordHint:(a: { least: string | number }) => string;
passwordRefused:string;
wrongLogin:string;
forgotten:string;
tooManyTries:string;
resetTitle:string;
resetTold:(a: { when: string | number; by: string | number }) => string;
resetToldOperator:(a: { when: string | number }) => string;
resetSeen:string;
signOutEverywhere:string;
changePassword:string;
changed:string;
welcome:string;
welcomeHow:(a: { role: string }) => string;
resetHow:(a: { name: string | number }) => string;
begin:string;
notNow:string;
inviteOver:string;
nameTaken:string;
people:string;
invite:string;
note:string;
roles:{
host:string;
admin:string
};
makeInvite:string;
inviteLink:string;
inviteHow:(a: { until: string | number }) => string;
hide:string;
openInvites:string;
forReset:(a: { name: string | number }) => string;
until:(a: { when: string | number }) => string;
revoke:string;
hosts:string;
noHosts:string;
self:string;
disabled:string;
keeps:(a: { sets: number; megabytes: string | number }) => string;
resetLink:string;
disable:string;
enable:string;
remove:string;
removeHow:(a: { sets: number }) => string;
removeForGood:string;
removeConfirm:(a: { name: string | number }) => string
};
tickets:{
title:string;
desk:string;
about:string;
none:string;
make:string;
listTitle:string;
titleHint:string;
way:string;
byNumber:string;
byNames:string;
count:string;
countBad:(a: { most: string | number }) => string;
names:string;
namesHint:string;
fromFile:string;
listed:(a: { people: number; teams: number }) => string;
badLine:(a: { line: string | number; text: string | number }) => string;
tooMany:(a: { most: string | number }) => string;
badTeams:(a: { most: string | number }) => string;
tooLarge:string;
tickets:(a: { count: number }) => string;
keptUntil:(a: { day: string | number }) => string;
open:string;
close:string;
rename:string;
newTitle:string;
save:string;
cancel:string;
remove:string;
removeAsk:(a: { title: string | number }) => string;
reissue:string;
reissueOf:(a: { number: string | number }) => string;
reissueAsk:(a: { number: string | number }) => string;
reissueAll:string;
reissueAllAsk:string;
deskReissueHint:string;
extra:string;
find:string;
more:(a: { count: string | number }) => string;
made:(a: { count: number }) => string;
alike:string;
moreAlike:(a: { groups: string | number }) => string;
once:string;
drawing:(a: { done: string | number; all: string | number }) => string;
pin:string;
pinHint:string;
print:string;
csv:string;
done:string;
doneAsk:string;
number:(a: { number: string | number }) => string;
paperHow:(a: { address: string | number }) => string;
paperHowPin:(a: { address: string | number; pin: string | number }) => string;
preview:string;
csvColumns:readonly [string,string,string,string,string,string];
room:{
title:string;
list:string;
noList:string;
taken:string;
others:string;
othersHint:string;
signIn:string;
makeHere:string;
tooMany:(a: { count: string | number }) => string;
again:string;
chosen:string;
came:(a: { come: string | number; count: string | number }) => string;
show:{
all:string;
come:string;
missing:string
};
nobody:string;
newCode:(a: { number: string | number }) => string;
newCodeHint:string
};
states:{
missing:string;
here:string;
away:string;
gone:string;
kicked:string
}
}
};
export type ResultsWords = {
results:{
title:string;
desk:string;
all:string;
none:string;
notKept:string;
keptFor:(a: { days: string | number }) => string;
until:(a: { day: string | number }) => string;
running:string;
players:(a: { count: number }) => string;
questions:(a: { count: number }) => string;
playersHead:string;
questionsHead:string;
sameSet:string;
compare:(a: { title: string | number }) => string;
more:string;
show:string;
summary:string;
shareRight:string;
hardest:string;
easiest:string;
help:string;
helpHint:string;
roundsHead:string;
round:(a: { number: string | number }) => string;
roundNamed:(a: { number: string | number; name: string | number }) => string;
helpNone:string;
ranking:string;
rank:string;
name:string;
team:string;
teamOf:(a: { number: string | number }) => string;
score:string;
right:string;
time:string;
left:string;
player:(a: { number: string | number }) => string;
of:(a: { part: string | number; whole: string | number }) => string;
question:(a: { number: string | number }) => string;
shareOf:(a: { choice: string | number }) => string;
nobody:string;
lure:(a: { choice: string | number; count: string | number }) => string;
seconds:(a: { seconds: string | number }) => string;
decided:(a: { time: string | number }) => string;
late:(a: { count: string | number; rights: string | number }) => string;
movement:string;
noMovement:string;
changed:(a: { count: string | number }) => string;
changedRight:(a: { count: string | number; toRight: string | number; toWrong: string | number }) => string;
chart:(a: { number: string | number }) => string;
floor:string;
isVoid:string;
correct:string;
voidIt:string;
rightOnes:string;
rightOne:string;
asSet:string;
undo:string;
notMoved:string;
noOpinion:string;
ownAnswers:(a: { name: string | number }) => string;
answer:string;
points:string;
ghost:string;
close:string;
files:string;
excel:string;
csv:{
ranking:string;
questions:string;
answers:string;
texts:string;
given:string;
draws:string
};
given:string;
draws:string;
givenTo:string;
reason:string;
noReason:string;
print:string;
picture:string;
lost:string;
toKeep:string;
showAll:(a: { count: string | number }) => string;
sharing:string;
linkNames:string;
linkQuestions:string;
makeLink:string;
endLink:string;
linkIs:string;
linkOn:string;
removal:string;
removeNames:string;
removeNamesSure:string;
remove:string;
removeSure:string;
sure:string;
cancel:string
}
};
export type ServerWords = readonly [];
