/**
 * The script of a page that was rendered ahead: until the shell has taken the page over it keeps which buttons were
 * pressed and which fields were used; `shell/src/app/early-input.ts` does the same again then. Links and disclosures
 * work without it. Allowed by its hash.
 */
export const earlyInputScript = `(function(){
var kept=[];
function press(e){var b=e.target.closest&&e.target.closest('#root button');if(b){e.preventDefault();kept.push(b)}}
function enter(e){var f=e.target;if(f.closest&&f.closest('#root')&&kept.indexOf(f)<0)kept.push(f)}
function each(act){act('click',press,true);act('change',enter,true);act('input',enter,true)}
each(addEventListener);
window.twostrokeEarlyInput=function(){each(removeEventListener);return kept};
})()`;
