// No module, and no word that is young: a browser that is too old for the others runs this one, and says so.
(function () {
  var known = "CompressionStream" in window && "CSSPropertyRule" in window && CSS.supports("selector(:has(a))") && CSS.supports("width", "round(up, 1px, 1px)");
  if (known) return;
  window.stop(); // nothing more is loaded
  document.body.textContent =
    "Tierce needs a newer browser: iOS or Safari 16.4, Firefox 128, Chrome or Edge 125, or later. " +
    "Tierce a besoin d’un navigateur plus récent : iOS ou Safari 16.4, Firefox 128, Chrome ou Edge 125, ou plus.";
  document.body.className = "noscript";
  document.documentElement.setAttribute("data-look", "light");
})();
