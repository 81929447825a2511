import { shop } from '@twostroke/shared/domain/shop';

/**
 * The script of a prerendered page: until the shell has hydrated the page it records which buttons were clicked and
 * what was entered, and hides both from a partly hydrated page; `shell/src/app/capture-input.ts` then replays them.
 * Links, disclosures and buttons with a `command` work without it. A press of `opensModalEarly` opens its dialog at
 * once, where the browser closes it without a script too; any other button shows for up to ten seconds that it was heard
 * (`data-heard`), and then a sentence says what to do. Allowed by its hash. A page that opens scrolled down is laid out
 * completely, and so are those that follow: stored scroll positions need true heights.
 */
export const captureInputScript = `(function(){
function layOutAll(){document.documentElement.removeAttribute('data-as-served')}
var visit=performance.getEntriesByType('navigation')[0],moves=window.navigation;
if(location.hash||!moves||!visit||visit.type!=='navigate')layOutAll();
else moves.addEventListener('navigate',function(e){if(!e.hashChange&&e.navigationType!=='replace')layOutAll()});
var late,kept=[],entered=kept.entered=new Map();
function at(e,s){var t=e.target,c=t.closest&&t.closest('#root '+s);if(c)e.stopPropagation();return c}
function press(e){var b=at(e,'button');if(b){if(b.commandForElement)return;e.preventDefault();kept.push(b);
b.dataset.heard='';setTimeout(letGo,1e4,b);
var d=b.commandForElement===null&&document.getElementById(b.dataset.opens);if(d&&!d.open){d.showModal();d.dataset.early=''}}else at(e,'input')}
function letGo(b){delete b.dataset.heard;if(late||!window.twostrokeEarlyInput||document.querySelector('dialog[open]'))return;
late=document.createElement('p');late.id='late';late.setAttribute('role','alert');
var call=document.createElement('a');call.href='tel:${shop.phone}';call.textContent='${shop.phoneShown}';
late.append('This takes long. Reload the page, or call ',call,' and we book you in.');document.body.append(late)}
function enter(e){var f=at(e,'*');if(f){if(!entered.has(f))kept.push(f);entered.set(f,{value:f.value,checked:f.checked})}}
function each(act){act('click',press,true);act('change',enter,true);act('input',enter,true)}
each(addEventListener);
(window.twostrokeEarlyInput=function(){each(removeEventListener);if(late)late.remove();return kept}).kept=kept;
})()`;
