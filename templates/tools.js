"use strict";
// What every script of the page uses.
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const one = (selector, from = document) => from.querySelector(selector);
const make = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const fold = text => text.normalize("NFC").toLowerCase().replaceAll("ё", "е").trim();
document.documentElement.classList.add("js");

// What is remembered between visits; a browser may forbid it, then nothing is.
const shelf = (what) => {
  const name = what + ":" + location.pathname.replace(/\w+(\.\w+)?\.html$/, "");
  return {
    get() { try { return localStorage.getItem(name) || ""; } catch { return ""; } },
    set(value) {
      try {
        if (value) localStorage.setItem(name, value);
        else localStorage.removeItem(name);
      } catch { return; }
    },
  };
};

// The screen stays awake where the browser can.
const stayAwake = () => {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
};
