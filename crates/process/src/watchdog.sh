# Lines are `+number:group` and `-number`.
trap '' HUP INT QUIT TERM PIPE
kept=' '
while IFS= read -r line; do
  case $line in
    +*) kept="$kept${line#+} " ;;
    -*)
      number=${line#-}
      case $kept in
        *" $number:"*)
          rest=${kept#*" $number:"}
          kept="${kept%%" $number:"*} ${rest#* }" ;;
      esac ;;
  esac
done
for entry in $kept; do kill -s TERM -- "-${entry#*:}"; done
[ "$kept" = ' ' ] || sleep 1
for entry in $kept; do kill -s KILL -- "-${entry#*:}"; done
