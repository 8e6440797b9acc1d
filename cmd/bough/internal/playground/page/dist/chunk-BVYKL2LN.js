var s="\\p{L}\\p{N}\\p{M}_",t=RegExp(`[${s}]+`,"gu"),p=o=>o.match(t)??[],r=o=>p(o)[0]===o&&!/^[\p{N}\p{M}]/u.test(o);export{s as a,p as b,r as c};
